import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { writeConnection } from '#cli/settings/connection-file.ts';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { newDataFolder } from '../../support/service/service-process.ts';
import { api, connection } from '../../support/service/shared-api.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'local', 'call', 'call.ts');

/** Runs `npm run call` with the shared service. Returns its output. */
async function call(...args: string[]): Promise<string> {
  const data = newDataFolder();
  onTestFinished(() => rmSync(data, { recursive: true }));
  writeConnection(data, connection);
  const running = promisify(execFile)(process.execPath, [PROGRAM, '--data', data, ...args]);
  // Closes the input.
  running.child.stdin?.end();
  return (await running).stdout;
}

const transcriptIn = (output: string) =>
  output
    .split('Stored transcript\n')[1]
    ?.split('\n\n')[0]
    ?.trim()
    .split('\n')
    .map((line) => line.trim());

it('two samples at once at one number do not mix, and leave neither callee, rules nor webhook', async () => {
  const to = newNumber();
  const [booking = '', voicemail] = await Promise.all(
    ['booking', 'voicemail'].map((name) => call('--sample', name, '--to', to, '--webhooks')),
  );
  // Not from the end: a webhook that arrives late is shown after it.
  const [, callId] = /^Call ([\da-f-]{36}),/m.exec(booking) ?? [];
  const { body: held } = await api.get(`/v1/calls?id=${callId}`);
  const { body: agent } = await api.get(`/v1/agents?id=${held.agent.id}&view=full`);
  const { agent: another } = await makeAgent(api, { settings: { initial_message: 'Good morning.' } });
  const { id } = await api.created('/v1/calls/create', {
    from_number: connection.phone_number,
    to_number: to,
    agent: another.id,
  });
  const { transcript } = await api.callWhen(id, (shown) => shown.transcript);

  expect(booking).toContain('Collected   email: anna.berger@example.com');
  expect(voicemail).toContain('Answered by voicemail');
  expect(voicemail).toContain('event_human_detection');
  expect(agent).toMatchObject({ name: 'Demo: booking', webhook: null });
  expect(transcript).toContain('HUMAN: Hello, I would like to book an appointment.\nAGENT: With pleasure.');
});

it('an inbound call restores the number’s agent afterwards', async () => {
  const { agent } = await makeAgent(api);
  const { number } = await api.created('/v1/numbers/buy', { inbound_agent: agent.id });
  const person = newNumber();

  const output = await call('--inbound', '--from', number, '--to', person);
  const { body: held } = await api.get(`/v1/numbers?phone_number=${encodeURIComponent(number)}`);

  expect(output).toContain(`from ${person} to ${number}`);
  expect(transcriptIn(output)?.slice(0, 2)).toEqual([
    'AGENT: Good morning, this is the Lakeside practice. How can I help you?',
    'HUMAN: Hello, I would like to book an appointment.',
  ]);
  expect(held.inbound_agent.id).toBe(agent.id);
});
