// The dial function with its queue, on its own clock: no call is lost or dialled twice.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFinal } from '../../lambdas/domain/calls/call-state.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { DiallingWorld } from '../support/dialling-world.ts';
import { startSecrets } from '../support/peers/secrets-server.ts';
import { randomRuns } from '../support/run/random-runs.ts';
import { openTable } from '../support/table/table.ts';

let table: Table;
let close: () => Promise<void>;
let endSecrets: () => Promise<unknown>;

beforeAll(async () => {
  ({ table, close } = await openTable());
  endSecrets = await startSecrets();
});

afterAll(() => Promise.all([close(), endSecrets()]));

const USERS = ['a', 'b', 'c'].map((last) => `0199aaaa-0000-7000-8000-00000000000${last}`);

type Step =
  | { readonly kind: 'create'; readonly user: string; readonly count: number }
  | { readonly kind: 'end' | 'busy'; readonly which: number; readonly count: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'die'; readonly after: number; readonly isDone: boolean };

const small = (max: number) => fc.integer({ min: 1, max });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), user: fc.constantFrom(...USERS), count: small(6) }),
  fc.record({ kind: fc.constantFrom('end' as const, 'busy' as const), which: fc.nat(), count: small(3) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: small(6) }),
  fc.record({ kind: fc.constant('die' as const), after: fc.nat(12), isDone: fc.boolean() }),
);

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
    else await world.end(call);
  }
}

it('any sequence with crashes and refusals loses no call and dials none twice', {
  timeout: 300_000,
}, async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
    const world = new DiallingWorld(table);
    for (const each of steps) await take(world, each);
    await world.drain();
    await world.reconcile();

    for (const call of world.calls) {
      const stored = await world.stored(call);
      const isOver = stored === undefined || isFinal(stored.status);
      const { length } = world.placed.filter(({ callId }) => callId === call.id);
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
