import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import type { PublicEvent } from '../../../lambdas/events/model/events.ts';
import { recordKey } from '../../../lambdas/platform/table/keys.ts';
import type { Webhook } from '../../../lambdas/webhooks/model/webhook.ts';
import { countAllCallsWebhooks, loadSubscribers } from '../../../lambdas/webhooks/store/webhooks.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const USER = randomUUID();

async function store(changes: Partial<Webhook>): Promise<Webhook> {
  const webhook = storedWebhook({ user_id: USER, subscriptions: ['event_message'], ...changes });
  const Item = { ...recordKey(USER, 'webhook', webhook.id), ...webhook };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return webhook;
}

it('an event is for the agent’s own webhook and the ten oldest webhooks for all calls', async () => {
  const ids = Array.from(
    { length: 120 },
    (_, number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  );
  // Of the oldest, three subscribe to other events, or no longer to all calls.
  await Promise.all([
    store({ id: ids[0]!, all_calls: true, subscriptions: ['event_transcript'] }),
    store({ id: ids[1]!, all_calls: false }),
    store({ id: ids[2]!, all_calls: false }),
  ]);
  await Promise.all(ids.slice(3).map((id) => store({ id, all_calls: true })));
  const event: PublicEvent = {
    id: randomUUID(),
    type: 'event_message',
    user_id: USER,
    call_id: randomUUID(),
    webhook_id: ids[119]!,
    timestamp: new Date().toISOString(),
    sequence: 1,
    payload: {},
  };

  const subscribers = await loadSubscribers(table, event);

  expect(subscribers.map(({ id }) => id)).toEqual([ids[119], ...ids.slice(3, 13)]);
  expect(await countAllCallsWebhooks(table, USER)).toBe(118);
});
