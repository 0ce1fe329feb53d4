import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { until } from '../../support/service/api.ts';
import { logLines } from '../../support/service/log-lines.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { startTalk } from '../../support/talk.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const webhook = new WebhookReceiver();
const data = inject('data');
let callId = '';

const logged = (message: string) =>
  until(`the line ${message}`, () =>
    logLines(data).some((line) => line.message === message && line.callId === callId)
      ? true
      : { waitingFor: message },
  );

beforeAll(async () => {
  const { call, line, happened } = await startTalk(connection, api, {
    prompt: 'SPEC-LOGS',
    webhookUrl: await webhook.listen(),
  });
  callId = call.id;
  await line({ say: 'hello' });
  await happened('hello');
  await logged('turn');
  await logged('deliver event_message');
  await line({ hang_up: true });
  await api.finishedCall(callId);
  await webhook.eventsWith(callId, ['event_phone_call_ended', 'event_transcript', 'event_recording']);
  await logged('deliver event_recording');
}, 240_000);
afterAll(() => webhook.close());

it('the log lines of a call name the call, the user and the request', () => {
  // API Gateway's access log has lines of its own.
  const lines = logLines(data).filter((line) => line.service !== undefined);
  const ofCall = lines.filter((line) => JSON.stringify(line).includes(callId));

  expect(ofCall.length).toBeGreaterThan(20);
  for (const line of ofCall)
    expect(line, JSON.stringify(line)).toMatchObject({
      callId,
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requestId: expect.any(String),
    });
  expect([...new Set(ofCall.map(({ message }) => message))]).toEqual(
    expect.arrayContaining([
      'POST /v1/calls/create',
      'dial',
      'POST /telephony/calls/{user_id}/{call_id}/{key}/answer',
      'relay setup',
      'turn',
      'process event_message',
      'deliver event_message',
    ]),
  );
});

describe('npm run logs', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'bin/logs.ts'), ...args, '--data', data]);

  it('shows the path of a call from the local logs, from the first request to the last delivery', async () => {
    const { stdout } = await run(callId);

    const [title, , first, ...rest] = stdout.trimEnd().split('\n');
    expect(title).toContain(`call ${callId}`);
    expect(first).toMatch(/api\/calls\/create .* ms {2}POST \/v1\/calls\/create {2}status=200$/);
    const last = rest.findLastIndex((line) => line.includes('deliver event_'));
    expect(rest.slice(last + 1).filter((line) => / {2}(turn|relay|POST)/.test(line))).toEqual([]);
    const times = [first!, ...rest].map((line) => line.slice(0, 24));
    expect(times).toEqual(times.toSorted());
  });

  it('says so if there is no such call, or no such id', async () => {
    await expect(run('0190a1b2-0000-7000-8000-000000000000')).rejects.toMatchObject({
      stderr: expect.stringContaining('No log mentions the call'),
    });
    await expect(run('no id')).rejects.toMatchObject({
      stderr: expect.stringContaining('It must be a UUID.'),
    });
  });
});
