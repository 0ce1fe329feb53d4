import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepareDelivery } from '../../lambdas/deliveries/send-event.ts';
import type { PublicEvent } from '../../lambdas/events/model/events.ts';
import { newWebhookSecret, rotated } from '../../lambdas/webhooks/model/webhook.ts';
import { storedWebhook } from '../support/table/stored-webhook.ts';

const documentation = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const example = /```python\n(import base64.*?)```/s.exec(documentation)?.[1] ?? '';

const MAIN = `
import sys
def result(asked):
    try:
        return verify(asked["secret"], asked["body"].encode(), asked["headers"])
    except ValueError as refusal:
        return str(refusal)
print(json.dumps([result(asked) for asked in json.load(sys.stdin)]))
`;

const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

const event: PublicEvent = {
  id: randomUUID(),
  type: 'event_message',
  user_id: randomUUID(),
  call_id: randomUUID(),
  webhook_id: randomUUID(),
  timestamp: '2026-01-01T12:00:00.000Z',
  sequence: 7,
  payload: { sender: 'human', text: 'Grüße & mehr = 100 %?' },
};

const prepare = (webhook: ReturnType<typeof storedWebhook>, now = new Date()) =>
  prepareDelivery(event, webhook, { now, apiUrl: 'https://api.example.com' });

type Delivery = ReturnType<typeof prepareDelivery>;

/** The results of the documentation's receiver in Python for deliveries, each with a secret. */
function receive(deliveries: readonly (readonly [secret: string, Delivery])[]): unknown {
  const input = JSON.stringify(deliveries.map(([secret, { body, headers }]) => ({ secret, body, headers })));
  const { stdout, stderr } = spawnSync('python3', ['-c', example + MAIN], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe.skipIf(!hasPython)('the receiver in Python that the documentation shows', () => {
  it('verifies a delivery by the old secret and the new one after a rotation, and returns its payload', () => {
    const old = storedWebhook();
    const webhook = { ...old, ...rotated(old, newWebhookSecret(randomBytes), new Date()) };

    const received = receive([old, webhook].map(({ secret }) => [secret, prepare(webhook)]));

    const { id, type, call_id, timestamp, sequence, payload } = event;
    expect(webhook.secret).not.toBe(old.secret);
    expect(received).toEqual(Array(2).fill({ id, type, call_id, timestamp, sequence, payload }));
  });

  it('refuses what another secret signed, what was changed, and what is old', () => {
    const webhook = storedWebhook();
    const delivery = prepare(webhook);
    const changed = { ...delivery, body: delivery.body!.replace('100', '200') };
    const old = prepare(webhook, new Date(Date.now() - 301_000));

    const received = receive([
      [storedWebhook().secret, delivery],
      [webhook.secret, changed],
      [webhook.secret, old],
    ]);

    expect(received).toEqual(['not signed by the secret', 'not signed by the secret', 'too old']);
  });
});
