// Releases run side by side during a deployment: a write keeps attributes that only the other release knows
// (docs/rollout.md).
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerSpoke } from '../../../lambdas/domain/conversations/conversation.ts';
import { connectCall, createCall } from '../../../lambdas/store/calls/calls.ts';
import {
  addPlayed,
  applyChange,
  beginConversation,
  getSession,
  recordAnswer,
} from '../../../lambdas/store/conversations/conversations.ts';
import { type Key, sessionKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { openTable } from '../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const now = new Date('2026-01-01T00:01:00.000Z');

/** The attributes that a newer release adds to an item. */
async function addNewer(key: Key): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: key,
      UpdateExpression: 'SET newer = :newer',
      ExpressionAttributeValues: { ':newer': { mood: 'calm' } },
    }),
  );
}

const stored = async (Key: Key) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;

it('a conversation keeps attributes that another release stored, and drops those that are over', async () => {
  const call = storedCall({ dialling_at: now.toISOString() });
  await createCall(table, call);
  await connectCall(table, { userId: call.user_id, callId: call.id }, { sid: 'CA1', now });
  await beginConversation(table, 'newer', { session: sessionOf(call), now });
  await addNewer(sessionKey('newer'));
  const speak = async (generation: number) => {
    const answer = { text: 'Good day.', complete: true, timestamp: now.toISOString() };
    await recordAnswer(table, 'newer', { generation, answer, failures: 0, ending: false });
  };
  const hear = async (between: () => Promise<void>) => {
    const before = await getSession(table, 'newer');
    await between();
    return before && applyChange(table, 'newer', { before, now, ...callerSpoke(before, 'Hello.', now) });
  };
  // From now on the vendor reports what it played, without a version.
  await speak(0);
  await addPlayed(table, 'newer', 4);
  const first = await hear(async () => {});
  await speak(1);
  const second = await hear(() => addPlayed(table, 'newer', 5));

  expect([first, second]).toEqual([true, true]);
  const item = await stored(sessionKey('newer'));
  expect(item).toMatchObject({ newer: { mood: 'calm' }, generation: 2, turns: 4, tells_played: true });
  expect(item).not.toHaveProperty('answer');
  expect(item).not.toHaveProperty('played');
});
