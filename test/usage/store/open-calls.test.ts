import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import { beginningOf } from '../../../lambdas/calls/model/schedule.ts';
import {
  claimDialing,
  connectCall,
  insertCall,
  loadCall,
  startScheduled,
} from '../../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { listOpenCallStarts } from '../../../lambdas/calls/store/matching-calls.ts';
import { beginConversation } from '../../../lambdas/conversation/store/begin-conversation.ts';
import { monthlyAnswers } from '../../../lambdas/usage/store/call-cost.ts';
import {
  changeCounts,
  loadCallCounts,
  loadCounts,
  loadOpenCalls,
} from '../../../lambdas/usage/store/open-calls.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const now = new Date('2026-01-01T00:01:00.000Z');
const CREATED = new Date('2026-01-01T00:00:00.000Z');
const reconcileAt = new Date('2026-01-02T00:02:00.000Z');

const callOf = (user_id: string) => storedCall({ user_id, counted: true });

const end = ({ user_id: userId, id: callId }: StoredCall) =>
  finishCall(table, { userId, callId }, { transition: 'end', now });

const openCallsOf = (userId: string) => loadOpenCalls(table, userId);

describe('the open calls of a user', () => {
  it('permit another when one ends, once for each call however often it is ended', async () => {
    const userId = randomUUID();
    const calls = [callOf(userId), callOf(userId), callOf(userId)];
    for (const call of calls) await insertCall(table, call, { maxOpen: 3 });

    await Promise.all([calls[0]!, calls[0]!, calls[0]!, calls[1]!].map(end));
    const open = await openCallsOf(userId);
    const next = [callOf(userId), callOf(userId), callOf(userId)];
    const outcomes = [];
    for (const call of next)
      outcomes.push(await insertCall(table, call, { maxOpen: 3 }).then(() => 'stored', String));

    expect(open).toBe(1);
    expect(outcomes).toEqual(['stored', 'stored', expect.stringMatching(/^TooManyOpenCalls/)]);
  });

  it('count a call once whose creation is repeated, also at the limit', async () => {
    const userId = randomUUID();
    const call = callOf(userId);
    await insertCall(table, call, { maxOpen: 1 });

    await insertCall(table, call, { maxOpen: 1 });
    await insertCall(table, call, { maxOpen: 2 });

    expect(await openCallsOf(userId)).toBe(1);
  });

  it('exclude calls that are not counted, which change nothing when they end', async () => {
    const userId = randomUUID();
    const call = storedCall({ user_id: userId });

    await insertCall(table, call, { maxOpen: 0 });
    await end(call);

    expect(await openCallsOf(userId)).toBe(0);
  });

  it('are set right from the index when a crash left their number too high, not while a request may be under way', async () => {
    const userId = randomUUID();
    const at = (seconds: number) =>
      storedCall({
        user_id: userId,
        counted: true,
        created_at: new Date(now.getTime() + seconds * 1000).toISOString(),
      });
    await insertCall(table, at(0), { maxOpen: 3 });
    await changeCounts(table, { userId, calls: 2, scheduled: 1 });

    const early = await insertCall(table, at(59), { maxOpen: 3 }).catch(String);
    const late = await insertCall(table, at(61), { maxOpen: 3 });

    expect([early, late]).toEqual([expect.stringMatching(/^TooManyOpenCalls/), undefined]);
    expect(await loadCounts(table, userId)).toMatchObject({ open_calls: 2, scheduled_calls: 0 });
  });
});

/** A stored scheduled call. */
async function scheduledFor(scheduledAt: string, user_id: string = randomUUID()) {
  const id = v7({ msecs: CREATED.getTime() });
  const call = storedCall({ id, user_id, ...beginningOf(scheduledAt, CREATED, 120) });
  await insertCall(table, call, { maxOpen: 0 });
  const name = { userId: user_id, callId: id };
  return { call: (await loadCall(table, name))!, name };
}

describe('a call that was scheduled', () => {
  it('counts correctly when it is ended and due at the same time', async () => {
    const userId = randomUUID();
    const now = new Date('2026-01-02T00:00:00.000Z');
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => scheduledFor('2026-01-02T00:00:00.000Z', userId)),
    );

    await Promise.all(
      calls.flatMap(({ call, name }) => [
        startScheduled(table, call, { reconcileAt }),
        finishCall(table, name, { transition: 'end', now, endedBy: 'api' }),
      ]),
    );

    const stored = await Promise.all(calls.map(({ name }) => loadCall(table, name)));
    expect(new Set(stored.map((call) => call?.status))).toEqual(new Set(['ended']));
    expect(await loadCounts(table, userId)).toMatchObject({ open_calls: 0, scheduled_calls: 0 });
  });

  it('counts for the month in which it began, whenever it was created', async () => {
    const { call, name } = await scheduledFor('2026-05-31T23:59:59.000Z');
    await startScheduled(table, call, { reconcileAt });
    const answered = new Date('2026-06-01T00:00:10.000Z');
    await claimDialing(table, name, { now: answered, reconcileAt: answered });
    await connectCall(table, name, { sid: `CA${call.id}`, now: answered });

    const open = await listOpenCallStarts(table, name.userId, new Date('2026-06-01'));
    await finishCall(table, name, { transition: 'end', now: new Date('2026-07-01T00:00:00.000Z') });

    const { secondsIn } = await loadCallCounts(table, name.userId);
    const seconds = ['2026-05', '2026-06', '2026-07'].map(secondsIn);
    expect(open).toEqual([answered]);
    expect(seconds).toEqual([0, 30 * 24 * 3600 - 10, 0]);
    expect(await listOpenCallStarts(table, name.userId, new Date('2026-06-01'))).toEqual([]);
  });
});

it('ended calls are counted by what answered, in the month in which they began', async () => {
  const userId = randomUUID();
  const step = { at: now.toISOString(), from: 'words' } as const;
  for (const by of ['human', 'screener', 'screener', undefined] as const) {
    const call = { ...callOf(userId), start_time: now.toISOString(), status: 'in_progress' as const };
    const connection_id = randomUUID();
    await insertCall(table, { ...call, connection_id });
    const answerer = { steps: by ? [{ ...step, answered_by: by }] : [] };
    await beginConversation(table, connection_id, { session: { ...sessionOf(call), answerer }, now });
    await end(call);
  }

  const counts = await loadCallCounts(table, userId);

  expect(monthlyAnswers(counts, now)).toEqual([
    { answered_by: 'human', calls: 1 },
    { answered_by: 'screener', calls: 2 },
    { answered_by: 'unknown', calls: 1 },
  ]);
  expect(monthlyAnswers(counts, new Date('2026-02-01T00:00:00.000Z'))).toEqual([]);
});
