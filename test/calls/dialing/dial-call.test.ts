// The dial function with its queue, on its own clock. One call a second may be dialed.
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { snapshotKey } from '../../../lambdas/agents/store/keys.ts';
import { storeSnapshot } from '../../../lambdas/agents/store/snapshots.ts';
import { putItem } from '../../../lambdas/platform/table/items.ts';
import { recordKey } from '../../../lambdas/platform/table/keys.ts';
import { DialingWorld, MAX_OPEN_CALLS } from '../../support/dialing-world.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();
afterAll(await startSecrets());

const idsOf = (world: DialingWorld) => world.placed.map(({ callId }) => callId);

describe('the calls of a user', () => {
  it('are all dialed, at the rate of the account, and wait little longer than they must', async () => {
    const world = new DialingWorld(table);
    const calls = await world.createMany(randomUUID(), 20);
    const startMs = world.nowMs;

    await world.drain();

    expect(idsOf(world).toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
    const tookMs = world.placed.at(-1)!.atMs - startMs;
    expect(tookMs).toBeGreaterThan(10_000);
    expect(tookMs).toBeLessThan(40_000);
    expect(world.mostReceives).toBeLessThan(30);
  });

  it('move their reconciliation while they wait in the queue', async () => {
    const world = new DialingWorld(table);
    world.reconcileSeconds = 6;
    await world.createMany(randomUUID(), 25);
    await world.pass(7_000);

    const stored = await Promise.all(world.calls.map((each) => world.stored(each)));
    const waiting = stored.filter((each) => each?.dialing_at === undefined);

    expect(waiting.length).toBeGreaterThan(8);
    for (const each of waiting) expect(Date.parse(each!.reconcile_at!)).toBeGreaterThan(world.nowMs);
  });
});

it.each([
  ['runs', 'running', 'running'],
  ['was paused', 'paused', 'paused'],
  ['is paused just before the claim', 'running', 'paused'],
  ['was deleted', undefined, undefined],
])('a call of a campaign that %s', async (_, before, atClaim) => {
  const world = new DialingWorld(table);
  const [user, campaign_id] = [randomUUID(), randomUUID()];
  const set = (status?: string) => putItem(table, { ...recordKey(user, 'campaign', campaign_id), status });
  world.beforeClaim = () => set(atClaim);
  if (before) await set(before);
  const call = await world.create(user, undefined, { campaign_id });

  await world.drain();

  const { dialing_at, ended_by } = (await world.stored(call))!;
  expect([idsOf(world).length, dialing_at !== undefined, ended_by]).toEqual(
    atClaim === 'running' ? [1, true, undefined] : [0, false, 'service'],
  );
});

describe('a call', () => {
  it('that the vendor is too busy to accept is dialed a minute later', async () => {
    const world = new DialingWorld(table);
    const call = await world.create(randomUUID());
    world.busy.set(call.id, 1);

    await world.pass(59_000);
    const before = idsOf(world);
    await world.pass(3_000);

    expect([before, idsOf(world)]).toEqual([[], [call.id]]);
  });

  it('fails when the vendor was too busy five times', async () => {
    const world = new DialingWorld(table);
    const call = await world.create(randomUUID());
    world.busy.set(call.id, 5);

    await world.drain();

    expect(world.placed).toEqual([]);
    expect(await world.stored(call)).toMatchObject({
      status: 'error',
      stage_outcome: 'call_did_not_connect',
      error_message: 'The telephony vendor was busy or could not be reached.',
    });
  });

  it('waits for a snapshot that its message overtook', async () => {
    const world = new DialingWorld(table);
    const call = await world.create(randomUUID());
    const Key = snapshotKey(call.user_id, call.id);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));

    await world.pass(15_000);
    await storeSnapshot(table, storedCall({ ...call }));
    await world.drain();

    expect(idsOf(world)).toEqual([call.id]);
  });

  it('fails when its snapshot is missing for half a minute', async () => {
    const world = new DialingWorld(table);
    const call = await world.create(randomUUID());
    const Key = snapshotKey(call.user_id, call.id);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));

    await world.drain();

    expect(await world.stored(call)).toMatchObject({
      status: 'error',
      error_message: 'The request that created this call was interrupted; create the call again.',
    });
    expect(world.nowMs - Date.parse(call.created_at)).toBeLessThan(40_000);
  });
});

it('scheduled calls wait for fewer open calls, and fail after ten minutes with the name of the limit', async () => {
  const world = new DialingWorld(table);
  const user = randomUUID();
  await world.createMany(user, MAX_OPEN_CALLS - 2);
  await world.drain();
  const at = new Date(world.nowMs + 3600_000).toISOString();
  const calls = [];
  for (let index = 0; index < 5; index++) calls.push(await world.create(user, at));

  await world.drain();

  const states = await Promise.all(calls.map((call) => world.stored(call)));
  expect(states.filter((call) => call?.telephony_id !== undefined)).toHaveLength(2);
  const failed = states.filter((call) => call?.status === 'error');
  expect(failed.map((call) => call?.error_message)).toEqual(
    Array(3).fill(expect.stringContaining('too_many_calls')),
  );
});
