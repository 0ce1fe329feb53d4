import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';
import { newDataFolder, startService } from '../../support/service/service-process.ts';

const data = newDataFolder();
// Due calls are reconciled at the start of the service.
const env = { CARRIER_PACE: '0.05', RECONCILE_SECONDS: '1' };
const receiver = new WebhookReceiver();

afterAll(async () => {
  await receiver.close();
  rmSync(data, { recursive: true, force: true });
});

it('a service that was killed and started again has lost nothing that it acknowledged, and reconciles what was under way', {
  timeout: 240_000,
}, async () => {
  const webhookUrl = await receiver.listen();
  const first = await startService({ data, env });
  const api = new Api(first.connection.base_url, first.connection.access_token);
  const { agent } = await makeAgent(api, { webhookUrl });
  const to = newNumber();
  await setCallee(first.connection, to, {
    answer: 'answer',
    script: [{ say: 'hello' }, { wait_ms: 600_000 }],
  });
  const inProgress = await api.created('/v1/calls/create', {
    from_number: first.connection.phone_number,
    to_number: to,
    agent: agent.id,
  });
  await api.callWhen(inProgress.id, ({ status }) => status === 'in_progress');
  await receiver.eventsWith(inProgress.id, ['event_message']);
  receiver.status = 503;
  // Acknowledged right before the crash: perhaps not even dialed.
  const justCreated = await Promise.all(
    [1, 2, 3].map(() =>
      api.created('/v1/calls/create', {
        from_number: first.connection.phone_number,
        to_number: newNumber(),
        agent: agent.id,
      }),
    ),
  );
  await first.kill();

  receiver.status = 200;
  const second = await startService({ data, env });
  const again = new Api(second.connection.base_url, second.connection.access_token);
  const calls = await Promise.all([inProgress, ...justCreated].map(({ id }) => again.finishedCall(id)));
  const events = await receiver.eventsWith(inProgress.id, ['event_phone_call_ended', 'event_transcript']);
  const code = await second.stop();

  expect(second.connection.access_token).toBe(first.connection.access_token);
  expect(calls[0]).toMatchObject({
    status: 'error',
    error_message: 'The telephony vendor no longer knows the call.',
  });
  expect(calls[0].transcript).toMatch(/^HUMAN: hello/);
  for (const call of calls) expect(['ended', 'error']).toContain(call.status);
  expect(events.find(({ type }) => type === 'event_transcript').payload.transcript).toBe(calls[0].transcript);
  expect(code).toBe(0);
});
