import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../../lambdas/domain/calls/call.ts';
import { createCall, getCall } from '../../../../lambdas/store/calls/calls.ts';
import { finishCall } from '../../../../lambdas/store/calls/finish-call.ts';
import { loadOpenCalls, TooManyOpenCalls } from '../../../../lambdas/store/quotas/open-calls.ts';
import type { Table } from '../../../../lambdas/store/table/table.ts';
import { storedCall } from '../../../support/table/stored-call.ts';
import { openTable } from '../../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const now = new Date('2026-01-01T00:01:00.000Z');

const callOf = (user_id: string) => storedCall({ user_id, counted: true });

const end = ({ user_id: userId, id: callId }: StoredCall) =>
  finishCall(table, { userId, callId }, { transition: 'end', now });

const openCallsOf = (userId: string) => loadOpenCalls(table, userId);

describe('the open calls of a user', () => {
  it('never exceed the limit for concurrent requests', async () => {
    const userId = randomUUID();
    const calls = Array.from({ length: 12 }, () => callOf(userId));

    const outcomes = await Promise.allSettled(calls.map((call) => createCall(table, call, { maxOpen: 5 })));

    const stored = await Promise.all(calls.map(({ id }) => getCall(table, { userId, callId: id })));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(stored.filter(Boolean)).toHaveLength(5);
    expect(refusals).toHaveLength(7);
    for (const reason of refusals) expect(reason).toBeInstanceOf(TooManyOpenCalls);
    expect(await openCallsOf(userId)).toBe(5);
  });

  it('permit another when one ends, once for each call however often it is ended', async () => {
    const userId = randomUUID();
    const calls = [callOf(userId), callOf(userId), callOf(userId)];
    for (const call of calls) await createCall(table, call, { maxOpen: 3 });

    await Promise.all([calls[0]!, calls[0]!, calls[0]!, calls[1]!].map(end));
    const open = await openCallsOf(userId);
    const next = [callOf(userId), callOf(userId), callOf(userId)];
    const outcomes = [];
    for (const call of next)
      outcomes.push(await createCall(table, call, { maxOpen: 3 }).then(() => 'stored', String));

    expect(open).toBe(1);
    expect(outcomes).toEqual(['stored', 'stored', expect.stringMatching(/^TooManyOpenCalls/)]);
  });

  it('count a call once whose creation is repeated, also at the limit', async () => {
    const userId = randomUUID();
    const call = callOf(userId);
    await createCall(table, call, { maxOpen: 1 });

    await createCall(table, call, { maxOpen: 1 });

    expect(await openCallsOf(userId)).toBe(1);
  });

  it('do not exceed the limit at the first request', async () => {
    const userId = randomUUID();

    await expect(createCall(table, callOf(userId), { maxOpen: 0 })).rejects.toBeInstanceOf(TooManyOpenCalls);

    expect(await openCallsOf(userId)).toBe(0);
  });

  it('are each user’s own', async () => {
    await createCall(table, callOf(randomUUID()), { maxOpen: 1 });

    await expect(createCall(table, callOf(randomUUID()), { maxOpen: 1 })).resolves.toBeUndefined();
  });

  it('exclude calls that are not counted, which change nothing when they end', async () => {
    const userId = randomUUID();
    const call = storedCall({ user_id: userId });

    await createCall(table, call, { maxOpen: 0 });
    await end(call);

    expect(await openCallsOf(userId)).toBe(0);
  });

  it('survive many concurrent ends', async () => {
    const userId = randomUUID();
    const calls = Array.from({ length: 20 }, () => callOf(userId));
    for (const call of calls) await createCall(table, call, { maxOpen: 20 });

    await Promise.all(calls.map(end));

    expect(await openCallsOf(userId)).toBe(0);
  });
});
