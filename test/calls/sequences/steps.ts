// How events happen: once or twice, with a lost answer, in a function that dies, or two at once.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { recountOpenCalls } from '../../../lambdas/usage/store/recount-open-calls.ts';
import type { Fault } from './aws.ts';
import { status } from './callbacks.ts';
import { type Event, isPlaced, reconciled } from './events.ts';
import { startFunctions } from './functions.ts';
import { expectEvents, expectInstructions, look } from './invariants.ts';
import { isOver, type World } from './world.ts';

export interface Step {
  run(world: World): Promise<void>;
  /** For the report of a failing sequence. */
  toString(): string;
}

export const happens = (event: Event, times = 1): Step => ({
  toString: () => `${event.name}${times > 1 ? ' twice' : ''}`,
  async run(world) {
    let told = event.begin(world.seen, world);
    for (let time = 0; told && time < times; time++) {
      const answer = await told.tell(world.functions);
      await look(world);
      if (typeof answer === 'string') expectInstructions(answer, world.seen);
      told.then?.(world.seen);
      if (event.isUtterance) told = event.begin(world.seen, world);
    }
  },
});

/** The answer to one request of a function is lost: its client repeats it, and nothing differs. */
export const stutters = (event: Event, after: number): Step => ({
  toString: () => `${event.name} stutters after ${after}`,
  async run(world) {
    world.aws.faults.set(world.callId, { how: 'stutters', after });
    await happens(event).run(world);
    world.aws.faults.delete(world.callId);
  },
});

/** The function dies on the way; a repeat completes it. */
export const dies = (event: Event, fault: Readonly<Fault>): Step => ({
  toString: () => `${event.name} ${fault.how} after ${fault.after}`,
  async run(world) {
    const told = event.begin(world.seen, world);
    if (!told) return;
    world.hasDied = true;
    world.mayHaveUnsent = true;
    world.aws.faults.set(world.callId, { ...fault });
    await told.tell(world.functions);
    world.aws.faults.delete(world.callId);
    await look(world);
    if (!event.isRetried) return;
    await told.tell(world.functions);
    await look(world);
  },
});

/** Two concurrent events, the second one after `laterMs`. */
export const together = (one: Event, other: Event, laterMs: number): Step => ({
  toString: () => `${one.name} and ${other.name}`,
  async run(world) {
    const told = [one.begin(world.seen, world), other.begin(world.seen, world)];
    const [first, second] = told;
    if (!first || !second) return;
    world.mayHaveUnsent = true;
    const later = pause(laterMs).then(() => second.tell(world.functions));
    await Promise.all([first.tell(world.functions), later]);
    await look(world);
  },
});

/** From here on, the functions run in a new process. */
export const restart: Step = {
  toString: () => 'restart',
  async run(world) {
    world.functions = await startFunctions();
  },
};

/** The last report of a call: by a callback, by reconciliation, or as unknown at reconciliation. */
export type LastWord = 'callback' | 'completed' | 'unknown';

/** Milliseconds after the latest reservation of a call, when its user's counters can be set right. */
const QUIET_MS = 120_000;

/** A call with these events, which then ends. */
export async function play(world: World, steps: readonly Step[], lastWord: LastWord = 'callback') {
  for (const step of steps) await step.run(world);
  const last =
    lastWord === 'callback' && isPlaced(world)
      ? status('completed')
      : reconciled(lastWord === 'unknown' ? 'unknown' : 'completed', 20);
  await happens(last, 2).run(world);
  expect(isOver(world.seen), 'the call is over').toBe(true);
  if (world.hasDied) {
    await recountOpenCalls(world.functions.table, world.userId, new Date(Date.now() + QUIET_MS));
    world.hasDied = false;
  }
  await look(world);
  await world.publishAll();
  expectEvents(world.aws.events.get(world.callId) ?? [], world.seen);
}
