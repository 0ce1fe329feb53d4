import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallFilter } from '../../../lambdas/calls/model/call-filter.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import type { CallsPage, CallsRequest } from '../../../lambdas/calls/store/call-list-request.ts';
import { type CallKey, callPut, insertCall, loadCall } from '../../../lambdas/calls/store/calls.ts';
import { removeCall } from '../../../lambdas/calls/store/delete-call.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import { findCallPage } from '../../../lambdas/calls/store/list-calls.ts';
import { PageOutOfReach } from '../../../lambdas/calls/store/matching-calls.ts';
import { changeCounts } from '../../../lambdas/usage/store/open-calls.ts';
import { interposed } from '../../support/table/interposed.ts';
import { measuredTable } from '../../support/table/measured-table.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const BOUNDS = { answerBytes: 5_000_000, readBytes: 16_000_000, indexPages: 4 };

const START = Date.parse('2026-03-01T00:00:00.000Z');

/** A user's calls, one created each second. */
function callsOf(
  userId: string,
  count: number,
  overrides: (index: number) => Partial<CallWithSnapshot> = () => ({}),
) {
  return Array.from({ length: count }, (_, index) => {
    const msecs = START + index * 1000;
    const created_at = new Date(msecs).toISOString();
    return storedCall({ id: v7({ msecs }), user_id: userId, created_at, ...overrides(index) });
  });
}

async function create(calls: readonly CallWithSnapshot[]): Promise<void> {
  for (const call of calls) await insertCall(table, call);
}

/** Stores calls without the list of all calls: much faster. */
async function storeMany(calls: readonly CallWithSnapshot[]): Promise<void> {
  for (let start = 0; start < calls.length; start += 25) {
    const puts = calls.slice(start, start + 25).map((call) => callPut(table, call).Put?.Item);
    const requests = puts.map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
  }
}

type Asked = Partial<Omit<CallsRequest, 'bounds'>> & { readonly bounds?: Partial<CallsRequest['bounds']> };

const list = (userId: string, { filter = {}, bounds, ...rest }: Asked = {}, source = table) =>
  findCallPage(source, userId, { filter, ...rest, bounds: { ...BOUNDS, ...bounds } });

/** Reads every page, and passes each to the callback before the next one is requested. */
async function goThrough(
  userId: string,
  asked: Asked,
  onPage: (page: CallsPage) => Promise<void> = async () => {},
): Promise<CallsPage[]> {
  const pages = [await list(userId, asked)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    for (const page of pages.slice(-1)) await onPage(page);
    pages.push(await list(userId, { ...asked, after: next }));
  }
  return pages;
}

const idsOf = (calls: readonly { readonly id: string }[]) => calls.map(({ id }) => id);
const allIds = (pages: readonly CallsPage[]) => pages.flatMap(({ calls }) => idsOf(calls));

it('a new call is stored and counted once, however often the same request runs', async () => {
  const [call] = callsOf(randomUUID(), 1);

  await insertCall(table, call!);
  await finishCall(table, keyOf(call!), { transition: 'end', now: new Date(START) });
  await insertCall(table, call!);

  expect(await list(call!.user_id)).toMatchObject({ calls: [{ id: call!.id, status: 'ended' }], total: 1 });
});

describe('a user’s calls', () => {
  it('continue page by page when they do not fit into one, while calls come and go', async () => {
    const owner = randomUUID();
    const calls = callsOf(owner, 40);
    await create(calls);
    const added = callsOf(owner, 50).slice(40);
    const bounds = { answerBytes: 10_000 };

    const pages = await goThrough(owner, { bounds }, async ({ calls: shown }) => {
      await create(added.splice(0, 1));
      await remove({ userId: owner, callId: shown.at(-1)?.id ?? '' });
    });

    expect(pages.length).toBeGreaterThan(2);
    expect(allIds(pages)).toEqual(idsOf(calls).toReversed());
    for (const page of pages) expect(JSON.stringify(JSON.stringify(page.calls)).length).toBeLessThan(10_200);
    // Only the bound ended the first page.
    expect(JSON.stringify(JSON.stringify(pages[0]?.calls)).length).toBeGreaterThan(8_000);
  });

  it('end before a page is full if too much would have to be read for it', async () => {
    const owner = randomUUID();
    // Lists do not show the context that was given with a call, if another was fetched.
    const given_context = Object.fromEntries(
      Array.from({ length: 50 }, (_, key) => [`key_${key}`, 'x'.repeat(2_000)]),
    );
    const calls = callsOf(owner, 45, () => ({ given_context }));
    await create(calls);

    const pages = await goThrough(owner, { bounds: { readBytes: 2_000_000 } });
    const filtered = await goThrough(owner, {
      filter: { status: 'not_started' },
      bounds: { readBytes: 2_000_000 },
    });

    expect(pages.length).toBeGreaterThan(1);
    expect(filtered.length).toBeGreaterThan(1);
    expect(allIds(pages)).toEqual(idsOf(calls).toReversed());
    expect(allIds(filtered)).toEqual(idsOf(calls).toReversed());
  });
});

it('the number of all calls is exact up to 10,000; above, it is estimated by the counter', async () => {
  const userId = randomUUID();
  await changeCounts(table, { userId, stored: 12_345 });
  const counting = (Count: number) =>
    list(
      userId,
      {},
      interposed(table, ({ input }) => (input.Select === 'COUNT' ? { Count } : undefined)),
    );

  expect(await counting(10_000)).toMatchObject({ total: 10_000, isExact: true });
  expect(await counting(10_001)).toMatchObject({ total: 12_345, isExact: false });
});

describe('a page by its number', () => {
  const owner = randomUUID();
  let calls: CallWithSnapshot[];

  beforeAll(async () => {
    calls = callsOf(owner, 23, (index) => ({ status: index % 2 === 0 ? 'ended' : 'not_started' }));
    await create(calls);
  });

  it.each<[string, CallFilter, (index: number) => boolean]>([
    ['all calls', {}, () => true],
    ['the calls that match a filter', { status: 'ended' }, (index) => index % 2 === 0],
    ['no calls', { from_number: '+15550009999' }, () => false],
  ])('has its part of %s, in either order, and their number', async (_, filter, fits) => {
    const newest = idsOf(calls.filter((_call, index) => fits(index))).toReversed();
    for (const descending of [true, false]) {
      const wanted = descending ? newest : newest.toReversed();
      const pages = Math.max(1, Math.ceil(wanted.length / 5));

      for (let page = 1; page <= pages + 1; page++) {
        const found = await list(owner, { filter, page, size: 5, descending });
        const further = found.next && (await list(owner, { filter, after: found.next, descending }));

        expect(idsOf(found.calls)).toEqual(wanted.slice((page - 1) * 5, page * 5));
        expect([found.total, found.isExact]).toEqual([wanted.length, true]);
        expect(found.next === undefined).toBe(page >= pages);
        if (further) expect(idsOf(further.calls)).toEqual(wanted.slice(page * 5));
      }
    }
  });
});

describe('a filter', () => {
  const AGENT = randomUUID();
  const owner = randomUUID();
  const at = (index: number) => new Date(START + index * 1000).toISOString();
  let calls: CallWithSnapshot[];

  beforeAll(async () => {
    calls = callsOf(owner, 300, (index) => ({
      status: index % 3 === 0 ? 'ended' : 'not_started',
      to_number: index % 5 === 0 ? '+15557770000' : '+15557770001',
      from_number: index % 7 === 0 ? '+15558880000' : '+15558880001',
      direction: index % 2 === 0 ? 'outbound' : 'inbound',
    }));
    for (const [index, call] of calls.entries()) if (index % 11 === 0) call.agent.id = AGENT;
    await storeMany(calls);
  });

  it.each<[string, CallFilter, (index: number) => boolean]>([
    ['status', { status: 'ended' }, (index) => index % 3 === 0],
    ['agent', { agent: AGENT }, (index) => index % 11 === 0],
    ['called number', { to_number: '+15557770000' }, (index) => index % 5 === 0],
    ['calling number', { from_number: '+15558880000' }, (index) => index % 7 === 0],
    ['direction', { direction: 'inbound' }, (index) => index % 2 === 1],
    ['creation at a time or later', { created_after: at(250) }, (index) => index >= 250],
    ['creation before a time', { created_before: at(50) }, (index) => index < 50],
    [
      'all of these',
      {
        status: 'ended',
        direction: 'outbound',
        created_after: at(100),
        created_before: at(200),
      },
      (index) => index % 6 === 0 && index >= 100 && index < 200,
    ],
    ['a time before all calls', { created_before: at(-86_400) }, () => false],
    [
      'the far past and future',
      { created_after: '0001-01-01T00:00:00.000Z', created_before: '9999-12-31T23:59:59.999Z' },
      () => true,
    ],
  ])('by %s returns exactly the matching calls, and their number', async (_, filter, fits) => {
    const expected = idsOf(calls.filter((_call, index) => fits(index))).toReversed();

    const whole = await list(owner, { filter });
    const parts = await goThrough(owner, { filter, size: 7 });

    expect(idsOf(whole.calls)).toEqual(expected);
    expect([whole.next, whole.total, whole.isExact]).toEqual([undefined, expected.length, true]);
    expect(allIds(parts)).toEqual(expected);
    expect(parts.slice(1).some(({ isExact }) => isExact)).toBe(false);
  });

  it('omits a call that no longer matches, whatever the index says', async () => {
    const [changed, gone, kept] = callsOf(randomUUID(), 3, () => ({ status: 'not_started' }));
    const owner = changed!.user_id;
    await create([changed!, { ...gone!, user_id: owner }, { ...kept!, user_id: owner }]);
    // The index lags behind the table.
    const entries = [changed, gone, kept].map((call) => ({ call_order: call!.id }));
    const lagging = interposed(table, ({ input }) =>
      input.IndexName === undefined ? undefined : { Items: entries.toReversed() },
    );
    await finishCall(table, { userId: owner, callId: changed!.id }, { transition: 'end', now: new Date() });
    await finishCall(table, { userId: owner, callId: gone!.id }, { transition: 'end', now: new Date() });
    await remove({ userId: owner, callId: gone!.id });

    const page = await list(owner, { filter: { status: 'not_started' } }, lagging);

    expect(idsOf(page.calls)).toEqual([kept!.id]);
  });
});

it('a page of a filter is found within the bounds of one request, and refused beyond', async () => {
  const owner = randomUUID();
  const rare = (index: number) => index % 10 === 7 || index === 0;
  const calls = callsOf(owner, 90, (index) => ({ status: rare(index) ? 'error' : 'ended' }));
  await storeMany(calls);
  const wanted = idsOf(calls.filter((_, index) => rare(index))).toReversed();
  const { measured, reads } = measuredTable(table);
  const bounds = { indexPages: 1 };
  /** Of the index, 30 entries are read at once. */
  const numbered = (page: number, asked: Asked, source = table) => {
    const shortScans = interposed(source, ({ input }) => {
      if (input.IndexName) Object.assign(input, { Limit: 30 });
    });
    return list(owner, { filter: { status: 'error' }, page, ...asked }, shortScans);
  };

  const first = await numbered(1, { size: 2, bounds }, measured);
  const second = await numbered(2, { size: 2, bounds });
  const whole = await numbered(3, { size: 4 });

  expect(idsOf(first.calls)).toEqual(wanted.slice(0, 2));
  expect([first.total, first.isExact, first.passed, first.next]).toEqual([3, false, 2, wanted[1]]);
  // One part of the index, and two calls.
  expect(reads).toHaveLength(2);
  expect(idsOf(second.calls)).toEqual(wanted.slice(2, 3));
  expect(second.next).toBeDefined();
  await expect(numbered(3, { size: 2, bounds })).rejects.toThrow(PageOutOfReach);
  expect([idsOf(whole.calls), whole.total]).toEqual([wanted.slice(8), wanted.length]);
});

it('a deleted call is removed from its list, once, and only when it is over', async () => {
  const [call, other] = callsOf(randomUUID(), 2);
  const key = keyOf(call!);
  await create([call!, { ...other!, user_id: call!.user_id }]);

  const early = await remove(key);
  await finishCall(table, key, { transition: 'end', now: new Date() });
  const stranger = await remove({ ...key, userId: randomUUID() });
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => remove(key)));

  expect([early, stranger]).toEqual(['not_over', 'unknown']);
  expect(outcomes.toSorted()).toEqual(['deleted', 'unknown', 'unknown', 'unknown']);
  expect(await loadCall(table, key)).toBeUndefined();
  expect(await list(call!.user_id)).toMatchObject({ calls: [{ id: other!.id }], total: 1 });
});

const remove = (key: CallKey) => removeCall(table, key);

function keyOf({ user_id, id }: CallWithSnapshot) {
  return { userId: user_id, callId: id };
}

it('calls are found by what answered them, page by page', async () => {
  const owner = randomUUID();
  const kinds = ['human', 'voicemail', 'screener'] as const;
  const calls = callsOf(owner, 95, (index) => ({ status: 'ended', answered_by: kinds[index % 3] }));
  await storeMany([...calls, ...callsOf(owner, 1, () => ({ direction: 'inbound' }))]);

  const pages = await goThrough(owner, { filter: { answered_by: 'screener' }, size: 10 });
  const numbered = await list(owner, { filter: { answered_by: 'screener' }, size: 10, page: 1 });

  const wanted = calls.filter(({ answered_by }) => answered_by === 'screener');
  expect(allIds(pages)).toEqual(idsOf(wanted).toReversed());
  expect(idsOf(numbered.calls)).toEqual(allIds(pages).slice(0, 10));
  expect(numbered.next).toBe(pages[0]?.next);
  await expect(list(owner, { filter: { answered_by: 'screener' }, size: 10, page: 2 })).rejects.toThrow(
    PageOutOfReach,
  );
});
