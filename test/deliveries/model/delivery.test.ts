import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deliveryIdOf, newDelivery } from '../../../lambdas/deliveries/model/delivery.ts';
import type { PublicEvent } from '../../../lambdas/events/model/events.ts';
import { at } from '../../support/records.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';

function eventAt(seconds: number, changes: Partial<PublicEvent> = {}): PublicEvent {
  return {
    id: randomUUID(),
    type: 'event_message',
    user_id: randomUUID(),
    call_id: randomUUID(),
    webhook_id: null,
    timestamp: at(seconds).toISOString(),
    sequence: 3,
    payload: { text: 'Hello.' },
    ...changes,
  };
}

describe('the id of a delivery', () => {
  it('is the same for the same event and webhook, and differs for another webhook', () => {
    const event = eventAt(0);
    const [webhook, other] = [randomUUID(), randomUUID()];

    expect(deliveryIdOf(event, webhook)).toBe(deliveryIdOf({ ...event }, webhook));
    expect(deliveryIdOf(event, webhook)).not.toBe(deliveryIdOf(event, other));
    expect(deliveryIdOf(eventAt(0), webhook)).not.toBe(deliveryIdOf(event, webhook));
  });

  it('sorts by the time of the event', () => {
    const ids = [5, 1, 4, 2, 3].map((second) => [second, deliveryIdOf(eventAt(second), 'x')] as const);

    expect(ids.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([second]) => second)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
});

describe('a new delivery', () => {
  it('has the payload of its event, except for a transcript, which its call has', () => {
    const webhook = storedWebhook();
    const transcript = eventAt(0, { type: 'event_transcript', payload: { transcript: 'x', messages: [] } });

    expect(newDelivery(eventAt(0), webhook, { now: at(1) }).payload).toEqual({ text: 'Hello.' });
    expect(newDelivery(transcript, webhook, { now: at(1) })).not.toHaveProperty('payload');
    expect(newDelivery(transcript, webhook, { now: at(1), test: true })).toHaveProperty('payload');
  });

  it('is due at once, and given up if the webhook is disabled', () => {
    const due = newDelivery(eventAt(0), storedWebhook(), { now: at(1) });
    const off = newDelivery(eventAt(0), storedWebhook({ enabled: false }), { now: at(1) });

    expect(due).toMatchObject({ status: 'pending', next_attempt_at: at(1).toISOString() });
    expect(off).toMatchObject({ status: 'failed', failure_reason: 'webhook_disabled' });
    expect(off).not.toHaveProperty('next_attempt_at');
  });
});
