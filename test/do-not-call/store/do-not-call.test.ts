import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { addToDoNotCallList } from '../../../lambdas/calls/store/callee-request.ts';
import { insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { sessionKey } from '../../../lambdas/conversation/store/keys.ts';
import { doNotCallList } from '../../../lambdas/do-not-call/model/do-not-call.ts';
import { addNumbers, removeNumbers } from '../../../lambdas/do-not-call/store/change-entries.ts';
import { loadEntry } from '../../../lambdas/do-not-call/store/entries.ts';
import { listEntries, listHistory } from '../../../lambdas/do-not-call/store/list.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { QuotaExceeded } from '../../../lambdas/records/model/quota-exceeded.ts';
import { loadListCount } from '../../../lambdas/records/store/lists/bounds.ts';
import { loadDayUse } from '../../../lambdas/usage/store/day-use.ts';
import staging from '../../support/environments/staging.ts';
import { measuredTable } from '../../support/table/measured-table.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

const table = await tableOfFile();

/** The table of a user with these quotas. */
const limited = (quotas: object): Table => ({ ...table, quotas: { ...staging.quotas, ...quotas } });

const numberOf = (index: number) => `+1555${String(index).padStart(7, '0')}`;
const numbersOf = (count: number) => Array.from({ length: count }, (_, index) => numberOf(index));

const changeOf = (userId: string, numbers: readonly string[], reason = 'They asked us.', now = NOW) => ({
  userId,
  numbers: numbers.map((phoneNumber) => ({ phoneNumber, id: v7() })),
  reason,
  now,
});

const add = async (userId: string, numbers: readonly string[], source = table) =>
  [...(await addNumbers(source, changeOf(userId, numbers)))].sort();
const remove = async (userId: string, numbers: readonly string[], source = table) =>
  [...(await removeNumbers(source, changeOf(userId, numbers, 'They agreed.')))].sort();

const historyOf = async (userId: string, phoneNumber: string) =>
  (await listHistory(table, { userId, phoneNumber }, { size: 100 })).entries;

async function listedOf(userId: string): Promise<string[]> {
  const { entries } = await listEntries(table, userId, { size: 1000 });
  return entries.map(({ phone_number }) => phone_number);
}

const countOf = (userId: string) => loadListCount(table, { userId, kind: doNotCallList });

const changesToday = async (userId: string) =>
  (await loadDayUse(table, { userId, now: NOW })).do_not_call_changes;

describe('numbers on a do-not-call list', () => {
  it('are added in bulk, once, and those that are listed keep their entries', async () => {
    const [user, other] = [randomUUID(), randomUUID()];
    const numbers = numbersOf(230);

    const first = await add(user, numbers.slice(100, 103));
    const entry = await loadEntry(table, user, numberOf(100));
    const rest = await add(user, numbers);

    expect(first).toEqual(numbers.slice(100, 103));
    expect(rest).toEqual(numbers.toSpliced(100, 3));
    expect(await listedOf(user)).toEqual(numbers);
    expect(await loadEntry(table, user, numberOf(100))).toEqual(entry);
    expect([await countOf(user), await changesToday(user)]).toEqual([230, 230]);
    expect([await countOf(other), await listedOf(other)]).toEqual([0, []]);
  });

  it('are removed in bulk with their reasons and times kept', async () => {
    const user = randomUUID();
    const numbers = numbersOf(120);
    await add(user, numbers);

    const removed = await remove(user, [...numbers.slice(0, 110), numberOf(500)]);
    const again = await remove(user, numbers.slice(0, 3));

    expect([removed, again]).toEqual([numbers.slice(0, 110), []]);
    expect(await listedOf(user)).toEqual(numbers.slice(110));
    expect([await countOf(user), await changesToday(user)]).toEqual([10, 230]);
    expect(await historyOf(user, numberOf(5))).toMatchObject([
      {
        phone_number: numberOf(5),
        listed_at: NOW.toISOString(),
        reason: 'They asked us.',
        removed_at: NOW.toISOString(),
        removal_reason: 'They agreed.',
      },
    ]);
  });
});

it('concurrent additions and removals lose nothing: every addition and removal is counted and kept', async () => {
  const user = randomUUID();
  const numbers = numbersOf(4);
  const outcomes = { added: 0, removed: 0 };

  const work = Array.from({ length: 8 }, async (_, worker) => {
    for (let round = 0; round < 5; round++) {
      const some = numbers.filter((_number, index) => (worker + round + index) % 3 > 0);
      const adds = (worker + round) % 2 === 0;
      const { length } = await (adds ? add : remove)(user, some);
      outcomes[adds ? 'added' : 'removed'] += length;
    }
  });
  await Promise.all(work);

  const listed = await listedOf(user);
  const histories = await Promise.all(numbers.map((number) => historyOf(user, number)));
  const kept = histories.flat();
  const former = kept.filter((entry) => 'removal_id' in entry);
  expect(outcomes.removed).toBeGreaterThan(0);
  expect([kept.length, former.length]).toEqual([outcomes.added, outcomes.removed]);
  expect(listed).toHaveLength(outcomes.added - outcomes.removed);
  expect(await countOf(user)).toBe(listed.length);
  expect(await changesToday(user)).toBe(outcomes.added + outcomes.removed);
  // Each entry has one addition and, if it is a former one, one removal.
  expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
  expect(new Set(former.map(({ removal_id }) => removal_id)).size).toBe(former.length);
});

it.each([
  ['do_not_call_numbers', { do_not_call_numbers: 150 }],
  ['do_not_call_changes', { do_not_call_changes: 150 }],
])('the quotas of the do-not-call list refuse an addition that exceeds %s as a whole', async (quota, quotas) => {
  const user = randomUUID();
  const source = limited(quotas);
  await add(user, numbersOf(10), source);

  await expect(add(user, numbersOf(151), source)).rejects.toMatchObject({ quota, limit: 150 });
  const stored = await listedOf(user);
  const fitting = await add(user, numbersOf(150), source);

  expect(stored).toHaveLength(10);
  expect(fitting).toHaveLength(140);
  await expect(add(user, [numberOf(151)], source)).rejects.toThrow(QuotaExceeded);
  expect(await countOf(user)).toBe(150);
});

describe('a request in a call', () => {
  /** A call in conversation. */
  async function conversation(changes: object = {}) {
    const call = storedCall({ to_number: numberOf(1), status: 'in_progress', ...changes });
    const connectionId = randomUUID();
    const session = { call_id: call.id, user_id: call.user_id, generation: 3 };
    await insertCall(table, call);
    const Item = { ...sessionKey(connectionId), ...session };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const ask = (generation = 3) =>
      addToDoNotCallList(limited({ do_not_call_numbers: 0, do_not_call_changes: 0 }), connectionId, {
        session: { ...session, generation } as never,
        now: NOW,
        entryId: randomUUID(),
      });
    return { call, key: { userId: call.user_id, callId: call.id }, ask };
  }

  it('lists the number whatever the quotas, with the call, and counts it', async () => {
    const { call, key, ask } = await conversation();

    const ends = await ask();

    expect(ends).toBe(true);
    expect(await loadEntry(table, call.user_id, numberOf(1))).toMatchObject({
      call_id: call.id,
      listed_at: NOW.toISOString(),
      reason: 'Asked in a call not to be called again.',
    });
    expect((await loadCall(table, key))?.do_not_call_result).toBe(true);
    expect([await countOf(call.user_id), await changesToday(call.user_id)]).toEqual([1, 0]);
  });

  it('is not lost although the callee has hung up meanwhile', async () => {
    const { call, key, ask } = await conversation({ status: 'ended', do_not_call_result: false });

    const ends = await ask(2);

    expect(ends).toBe(false);
    expect(await loadEntry(table, call.user_id, numberOf(1))).toMatchObject({ call_id: call.id });
    expect((await loadCall(table, key))?.do_not_call_result).toBe(true);
  });

  it('is not lost while the number is added and removed by its user', async () => {
    const { call, ask } = await conversation();
    const user = call.user_id;

    await Promise.all([
      add(user, [numberOf(1)]),
      ask(),
      remove(user, [numberOf(1)]),
      add(user, [numberOf(1), numberOf(2)]),
    ]);

    const listed = await listedOf(user);
    expect(await countOf(user)).toBe(listed.length);
    expect((await loadCall(table, { userId: user, callId: call.id }))?.do_not_call_result).toBe(true);
    expect((await historyOf(user, numberOf(1))).length).toBeGreaterThan(0);
  });
});

it('the pages of the do-not-call list lead through the history of one number, newest first, without those of longer numbers', async () => {
  const user = randomUUID();
  const [number, longer] = ['+15550001', '+155500011'];
  for (const _ of [1, 2, 3]) {
    await add(user, [number, longer]);
    await remove(user, [number, longer]);
  }
  await add(user, [number]);
  const { measured, reads } = measuredTable(table);
  const seen = [];

  for (let after: string | undefined, more = true; more; ) {
    const key = { userId: user, phoneNumber: number };
    const { entries, next } = await listHistory(measured, key, { after, size: 1 });
    seen.push(...entries);
    after = next;
    more = next !== undefined;
  }

  expect(seen.map((entry) => [entry.phone_number, 'removal_id' in entry])).toEqual([
    [number, false],
    [number, true],
    [number, true],
    [number, true],
  ]);
  const removals = seen.flatMap((entry) => ('removal_id' in entry ? [entry.removal_id] : []));
  expect(removals).toEqual(removals.toSorted().toReversed());
  expect(Math.max(...reads)).toBeLessThanOrEqual(1);
});
