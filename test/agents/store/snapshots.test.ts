import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { snapshotKey } from '../../../lambdas/agents/store/keys.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { getCallWithSnapshot, insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { createCalls } from '../../../lambdas/calls/store/create-calls.ts';
import { removeCall } from '../../../lambdas/calls/store/delete-call.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { Conflicts } from '../../support/table/conflicts.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');

/** The sort keys of all items of a snapshot. */
async function itemsOf(userId: string, snapshotId: string): Promise<unknown[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': snapshotKey(userId, snapshotId).pk },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk }) => sk);
}

const end = ({ user_id: userId, id: callId }: CallWithSnapshot) =>
  finishCall(table, { userId, callId }, { transition: 'end', now });

const remove = ({ user_id: userId, id: callId }: CallWithSnapshot) => removeCall(table, { userId, callId });

async function batchOf(length: number, changes: Partial<CallWithSnapshot> = {}) {
  const [user_id, snapshot_id] = [randomUUID(), v7()];
  const [{ agent }] = [storedCall({ user_id })];
  const calls = Array.from({ length }, () =>
    storedCall({ id: v7(), user_id, snapshot_id, agent, counted: true, ...changes }),
  );
  await createCalls(table, { calls, records: [], maxOpen: 1000 });
  return { calls, user_id, snapshot_id };
}

it('the snapshot of a call is an item of its own, and is deleted with its call', async () => {
  const call = storedCall();
  await insertCall(table, call);
  const key = { userId: call.user_id, callId: call.id };
  const alone = await loadCall(table, key);
  const whole = await getCallWithSnapshot(table, key);
  await end(call);

  const outcome = await remove(call);

  expect(alone).not.toHaveProperty('agent');
  expect(alone).not.toHaveProperty('settings');
  expect(whole).toMatchObject({ agent: call.agent, settings: call.settings });
  expect(outcome).toBe('deleted');
  expect(await itemsOf(call.user_id, call.id)).toEqual([]);
});

describe('the snapshot of a batch', () => {
  it('is stored once, and deleted with the last of its calls, also when they are deleted at once', async () => {
    const { calls, user_id, snapshot_id } = await batchOf(100);
    for (const call of calls.slice(0, 6)) await end(call);
    const stored = await itemsOf(user_id, snapshot_id);

    await Promise.all(calls.slice(0, 6).map(remove));
    const left = await getCallWithSnapshot(table, { userId: user_id, callId: calls[6]!.id });
    for (const call of calls.slice(6)) {
      await end(call);
      await remove(call);
    }

    expect(stored).toEqual(['CALLS', 'SNAPSHOT']);
    expect(left?.agent.prompt).toBe('You are kind.');
    expect(await itemsOf(user_id, snapshot_id)).toEqual([]);
  });

  it('is replaced at the end of each HIPAA-compliant call by one without the prompt', async () => {
    const { calls, user_id, snapshot_id } = await batchOf(2, { hipaa_compliant: true });
    const prompts = async () =>
      Promise.all(
        calls.map(async ({ id }) => {
          const call = await getCallWithSnapshot(table, { userId: user_id, callId: id });
          return call?.agent.prompt;
        }),
      );

    await end(calls[0]!);
    const one = await prompts();
    await end(calls[1]!);

    expect(one).toEqual(['[redacted]', 'You are kind.']);
    expect(await prompts()).toEqual(['[redacted]', '[redacted]']);
    expect(await itemsOf(user_id, snapshot_id)).toEqual([]);
  });
});

describe('a batch that breaks off', () => {
  it('reports for each call whether it was stored', async () => {
    const user_id = randomUUID();
    const calls = Array.from({ length: 100 }, () =>
      storedCall({ id: v7(), user_id, snapshot_id: user_id, counted: true }),
    );
    const conflicts = new Conflicts(table);
    let looks = 0;
    const isLate = () => {
      looks += 1;
      // The second chunk meets conflicts until it is given up.
      if (looks === 2)
        conflicts.inject(...Array.from({ length: 20 }, () => 'cancelled: TransactionConflict' as const));
      return false;
    };

    const refused = await createCalls(table, { calls, records: [], maxOpen: 1000, isLate });
    conflicts.clear();

    const stored = await Promise.all(calls.map(({ id }) => loadCall(table, { userId: user_id, callId: id })));
    expect(refused.size).toBe(52);
    expect(new Set(refused.values())).toEqual(new Set(['broken_off']));
    expect(calls.filter((_, index) => stored[index] === undefined).map(({ id }) => id)).toEqual([
      ...refused.keys(),
    ]);
  }, 60_000);

  it('stores nothing more when its time is up', async () => {
    const user_id = randomUUID();
    const calls = Array.from({ length: 90 }, () => storedCall({ id: v7(), user_id, counted: true }));
    let looks = 0;

    const refused = await createCalls(table, {
      calls: calls.map((call) => ({ ...call, snapshot_id: user_id })),
      records: [],
      maxOpen: 1000,
      isLate: () => ++looks > 1,
    });

    expect([...refused]).toEqual(calls.slice(48).map(({ id }) => [id, 'broken_off']));
  });
});
