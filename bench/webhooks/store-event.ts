import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SpokenTurn } from '../../lambdas/conversation/model/session.ts';
import { eventOfTurn } from '../../lambdas/events/model/events-of-change.ts';
import { turnKey } from '../../lambdas/platform/table/keys.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { USERS } from '../../local/seed.ts';

/** An event whose fact was stored. */
export interface StoredEvent {
  readonly id: string;
  /** When it was stored: epoch milliseconds. */
  readonly at: number;
}

/** Stores a message of a call whose event a webhook receives. */
export async function storeEvent(table: Table, webhookId: string): Promise<StoredEvent> {
  const [{ id: user_id }] = USERS;
  const turn: SpokenTurn = {
    call_id: randomUUID(),
    user_id,
    webhook_id: webhookId,
    number: 1,
    sender: 'human',
    text: 'I would like an appointment for next Tuesday, in the morning if you have one.',
    timestamp: new Date().toISOString(),
  };
  const Item = { ...turnKey(randomUUID(), turn.number), ...turn };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return { id: eventOfTurn(turn).id, at: Date.now() };
}
