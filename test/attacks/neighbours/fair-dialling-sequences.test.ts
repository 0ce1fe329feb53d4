// The dial function with its queue, on its own clock: the order of dialling, and that no call is lost or dialled twice.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFinal } from '../../../lambdas/domain/calls/call-state.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { DiallingWorld, INTERVAL_MS, MAX_OPEN_CALLS } from '../../support/dialling-world.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { randomRuns } from '../../support/run/random-runs.ts';
import { openTable } from '../../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;
let endSecrets: () => Promise<unknown>;

beforeAll(async () => {
  ({ table, close } = await openTable());
  endSecrets = await startSecrets();
});

afterAll(() => Promise.all([close(), endSecrets()]));

const FIRST = '0199aaaa-0000-7000-8000-00000000000a';
const SECOND = '0199aaaa-0000-7000-8000-00000000000b';
const USERS = [FIRST, SECOND, '0199aaaa-0000-7000-8000-00000000000c'];

/** The number of calls among these, by user. */
const countsOf = (placed: readonly { readonly userId: string }[]) =>
  [...Map.groupBy(placed, ({ userId }) => userId).values()].map(({ length }) => length);

describe('a dial slot', { timeout: 120_000 }, () => {
  it('goes to a user with one call within two slots, although another user has placed 60 before', async () => {
    const world = new DiallingWorld(table);
    await world.createMany(FIRST, 60);
    await world.pass(3 * INTERVAL_MS);
    const before = world.placed.length;

    const call = await world.create(SECOND);
    await world.pass(3 * INTERVAL_MS);

    const slot = world.placed.findIndex(({ callId }) => callId === call.id) - before;
    expect(slot).toBeGreaterThanOrEqual(0);
    expect(slot).toBeLessThan(2);
  });

  it('is shared evenly by three users, whose calls are dialled in order', async () => {
    const world = new DiallingWorld(table);
    for (const user of USERS) await world.createMany(user, 15);

    await world.pass(46 * INTERVAL_MS);

    for (const end of [15, 30, 45]) {
      const counts = countsOf(world.placed.slice(0, end));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
    }
    for (const user of USERS) {
      const order = world.placed.filter(({ userId }) => userId === user).map(({ callId }) => callId);
      expect(order).toEqual(world.calls.filter(({ user_id }) => user_id === user).map(({ id }) => id));
    }
  });

  it('of an ended and deleted call dials the next waiting call', async () => {
    const world = new DiallingWorld(table);
    const theirs = await world.createMany(FIRST, 20);
    await world.pass(2 * INTERVAL_MS);
    for (const call of theirs) await world.remove(call);
    const before = world.placed.length;

    await world.create(SECOND);
    await world.pass(2 * INTERVAL_MS);

    expect(world.placed.slice(before).map(({ userId }) => userId)).toEqual([SECOND]);
  });

  it('is not blocked by calls that the vendor refuses with 429 again and again', async () => {
    const world = new DiallingWorld(table);
    for (const { id } of await world.createMany(FIRST, 10)) world.busy.set(id, 1000);
    await world.pass(2 * INTERVAL_MS);

    await world.create(SECOND);
    await world.pass(3 * INTERVAL_MS);

    expect(world.placed.map(({ userId }) => userId)).toEqual([SECOND]);
  });

  it('dials a call again at its former place after a 429', async () => {
    const world = new DiallingWorld(table);
    const [, second] = await world.createMany(FIRST, 90);
    world.busy.set(second!.id, 1);

    await world.pass(65 * INTERVAL_MS);

    const slot = world.placed.findIndex(({ callId }) => callId === second!.id);
    expect(slot).toBeGreaterThan(50);
    expect(slot).toBeLessThan(64);
  });

  it('costs one more request to the table if no call is waiting', async () => {
    const world = new DiallingWorld(table);
    await world.create(FIRST);
    world.operations.length = 0;

    await world.drain();

    expect(world.placed).toHaveLength(1);
    // The call, the slot, the queue, the snapshot, the claim, the do-not-call list, and the vendor's id.
    expect(world.operations).toEqual(['Get', 'Update', 'Query', 'Get', 'Update', 'Get', 'Update']);
  });
});

describe('scheduled calls that are due together', { timeout: 120_000 }, () => {
  it('wait until the user has fewer open calls, and fail after some minutes with the name of the limit', async () => {
    const world = new DiallingWorld(table);
    const user = randomUUID();
    await world.createMany(user, MAX_OPEN_CALLS - 2);
    await world.pass(2 * MAX_OPEN_CALLS * INTERVAL_MS);
    const at = new Date(world.nowMs + 3600_000).toISOString();
    const calls = [];
    for (let index = 0; index < 5; index++) calls.push(await world.create(user, at));

    await world.drain();

    const states = await Promise.all(calls.map((call) => world.stored(call)));
    expect(states.filter((call) => call?.telephony_id !== undefined)).toHaveLength(2);
    const failed = states.filter((call) => call?.status === 'error');
    expect(failed).toHaveLength(3);
    for (const call of failed) expect(call?.error_message).toContain('too_many_calls');
    expect(world.deadLettered).toBe(0);
  });
});

type Step =
  | { readonly kind: 'create'; readonly user: string; readonly count: number }
  | { readonly kind: 'end' | 'remove' | 'busy'; readonly which: number; readonly count: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'die'; readonly after: number; readonly isDone: boolean };

const small = (max: number) => fc.integer({ min: 1, max });
const calm: fc.Arbitrary<Step>[] = [
  fc.record({ kind: fc.constant('create' as const), user: fc.constantFrom(...USERS), count: small(6) }),
  fc.record({ kind: fc.constantFrom('end' as const, 'remove' as const), which: fc.nat(), count: small(3) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: small(6) }),
];
const rough: fc.Arbitrary<Step>[] = [
  ...calm,
  fc.record({ kind: fc.constant('busy' as const), which: fc.nat(), count: small(2) }),
  fc.record({ kind: fc.constant('die' as const), after: fc.nat(12), isDone: fc.boolean() }),
];

async function take(world: DiallingWorld, step: Step): Promise<void> {
  if (step.kind === 'create') return void (await world.createMany(step.user, step.count));
  if (step.kind === 'pass') return world.pass(step.seconds * 1000);
  if (step.kind === 'die') {
    world.death = { after: step.after, isDone: step.isDone };
    // Earlier calls must not be delayed.
    return world.pass(1000).finally(() => {
      world.death = undefined;
    });
  }
  for (let index = 0; index < step.count; index++) {
    const call = world.calls[(step.which + index) % Math.max(1, world.calls.length)];
    if (!call) return;
    if (step.kind === 'busy') world.busy.set(call.id, 1);
    else if (step.kind === 'end') await world.end(call);
    else if ((await world.stored(call)) !== undefined) await world.remove(call);
  }
}

const placedOf = (world: DiallingWorld, callId: string) =>
  world.placed.filter((placed) => placed.callId === callId);

describe('any sequence', { timeout: 300_000 }, () => {
  it('of creations and ends dials each call that was not ended once, fairly, at the rate of the account', async () => {
    const property = fc.asyncProperty(fc.array(fc.oneof(...calm), { maxLength: 14 }), async (steps) => {
      const world = new DiallingWorld(table);
      for (const step of steps) await take(world, step);
      await world.drain();

      for (const call of world.calls) {
        const stored = await world.stored(call);
        const isOver = stored === undefined || isFinal(stored.status);
        const { length } = placedOf(world, call.id);
        expect(isOver ? length <= 1 : length === 1).toBe(true);
        if (length === 1) expect(waitOf(world, call.id)).toBeLessThanOrEqual(mostOf(world, call.id));
      }
      for (const [index, { atMs }] of world.placed.entries())
        expect(atMs - (world.placed[index - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
    });
    await fc.assert(property, {
      numRuns: randomRuns(15, 'sequences of creations and ends'),
      interruptAfterTimeLimit: 120_000,
    });
  });

  it('with crashes and refusals loses no call and dials none twice', async () => {
    const property = fc.asyncProperty(fc.array(fc.oneof(...rough), { maxLength: 14 }), async (steps) => {
      const world = new DiallingWorld(table);
      for (const step of steps) await take(world, step);
      await world.drain();
      await world.reconcile();

      for (const call of world.calls) {
        const stored = await world.stored(call);
        const isOver = stored === undefined || isFinal(stored.status);
        const { length } = placedOf(world, call.id);
        expect(length).toBeLessThanOrEqual(1);
        expect(isOver || length === 1).toBe(true);
        expect(stored?.error_message).not.toBe('The call could not be dialled.');
      }
    });
    await fc.assert(property, {
      numRuns: randomRuns(20, 'sequences with deaths and refusals'),
      interruptAfterTimeLimit: 150_000,
    });
  });
});

/** Slots between a call's arrival and its dialling. */
function waitOf(world: DiallingWorld, callId: string): number {
  const slot = world.placed.findIndex((placed) => placed.callId === callId);
  return slot + 1 - (world.firstSeen.get(callId) ?? 0);
}

/** One slot for each user, for the call and for each earlier call of its user that was not dialled. */
function mostOf(world: DiallingWorld, callId: string): number {
  const call = world.calls.find(({ id }) => id === callId);
  const since = world.firstSeen.get(callId) ?? 0;
  const own = world.calls.filter(({ id, user_id }) => {
    const slot = world.placed.findIndex((placed) => placed.callId === id);
    return user_id === call?.user_id && id < callId && (slot < 0 || slot >= since);
  });
  return (own.length + 1) * (USERS.length + 1);
}
