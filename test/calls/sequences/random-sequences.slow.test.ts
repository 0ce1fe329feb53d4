// Random sequences of events (vendor, callee, user, AWS), after each of which the invariants of a call hold.
import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { randomRuns, seedFor } from '../../support/run/random.ts';
import * as callbacks from './callbacks.ts';
import { dialed, endedByOwner, reconciled } from './events.ts';
import * as frames from './frames.ts';
import { dies, happens, type LastWord, play, restart, stutters, together } from './steps.ts';
import { newWorld, startScene } from './world.ts';

const { array, boolean, constant, constantFrom, integer, oneof, tuple } = fc;

const RINGING = [happens(dialed('placed'))];
const TALKING = [...RINGING, happens(callbacks.pickedUp), happens(frames.setUp)];
const TRANSFERRING = [...TALKING, happens(callbacks.handOnWarmly)];
/** The history of a call when the sequence begins. */
const beginnings = constantFrom([], RINGING, TALKING, TALKING, TALKING, TRANSFERRING);

const STATUSES = ['initiated', 'ringing', 'in-progress', 'completed', 'busy', 'no-answer', 'failed'];
const statuses = constantFrom(...STATUSES);
const OFTEN: readonly frames.Wish[] = ['answer', 'answer'];
const wishes = constantFrom(...OFTEN, 'goodbye', 'transfer', 'stumble', 'hold', 'hello');
/** Events that can be concurrent. */
const anytime = oneof(
  { arbitrary: constantFrom(callbacks.pickedUp, frames.setUp, frames.silence, frames.hangUp), weight: 4 },
  { arbitrary: constantFrom(callbacks.relayFailed, endedByOwner), weight: 2 },
  statuses.map(callbacks.status),
  wishes.map(frames.prompt),
  tuple(integer({ min: 0, max: 4 }), boolean()).map((is) => frames.interrupt(...is)),
  integer({ min: 1, max: 30 }).map(frames.tokensPlayed),
  constantFrom('human', 'machine_start', 'unknown').map(callbacks.machineDetection),
  constantFrom('completed', 'absent').map(callbacks.recording),
);
/** Whether a callback is about an attempt that is over, which happens sometimes. */
const isLate = constantFrom(false, false, false, true);
const ends = constantFrom('completed', 'busy', 'no-answer', 'failed');
const onTheLine = constantFrom('in-progress', 'in-progress', 'completed');
/** The outcomes of a transfer. */
const ofTransfers = oneof(
  tuple(ends, onTheLine, isLate).map((is) => callbacks.transferOver(...is)),
  tuple(constantFrom('machine_start', 'human'), isLate).map((is) => callbacks.transferDetection(...is)),
  isLate.map(callbacks.whisper),
  tuple(constantFrom('1', '1', '2', ''), isLate).map((is) => callbacks.pressed(...is)),
);
const NOISE = [
  { type: 'error', description: 'x' },
  { type: 'prompt', voicePrompt: 'al', last: false as const },
  { type: 'info', name: 'agentSpeaking', value: 'on' },
];
const anything = oneof(
  { arbitrary: anytime, weight: 12 },
  { arbitrary: tuple(wishes, boolean(), boolean()).map((is) => frames.spokenInParts(...is)), weight: 2 },
  { arbitrary: ofTransfers, weight: 3 },
  statuses.map((CallStatus) => callbacks.strange('status', { CallStatus })),
  constantFrom('placed' as const, 'lost' as const, 'refused' as const, 'busy' as const).map(dialed),
  {
    arbitrary: constantFrom(callbacks.relayEnded, callbacks.handOn, callbacks.handOnWarmly),
    weight: 3,
  },
  constantFrom('failed' as const, 'ended' as const).map(callbacks.formerEnded),
  tuple(statuses, isLate).map((is) => callbacks.transferStatus(...is)),
  constantFrom('ringing', 'in-progress', 'completed', 'unknown').map((value) => reconciled(value)),
  constantFrom(...NOISE).map(frames.noise),
);
const few = integer({ min: 0, max: 8 });
const faults = fc.record({ after: few, how: constantFrom('dies' as const, 'dies_later' as const) });
const soon = integer({ min: 0, max: 20 });
const slowAnswer = constant(frames.prompt('slowly'));
const step = oneof(
  { arbitrary: anything.map((event) => happens(event)), weight: 2 },
  anything.map((event) => happens(event, 2)),
  tuple(anything, faults).map((is) => dies(...is)),
  tuple(anything, few).map((is) => stutters(...is)),
  tuple(anytime, anytime, soon).map((is) => together(...is)),
  tuple(ofTransfers, oneof(ofTransfers, anytime), soon).map((is) => together(...is)),
  tuple(slowAnswer, anytime, integer({ min: 0, max: 200 })).map((is) => together(...is)),
  constant(restart),
);

/** Concurrent sequences: they wait more than they work. */
const SHARDS = 20;
const SEQUENCES_OF_SHARD = randomRuns(25, `random sequences of each of ${SHARDS} shards`);

/** Milliseconds after which a failing sequence is reported without being shortened further. */
const SHRINKING_MS = 150_000;

const scene = await startScene();
afterAll(() => scene.close());

describe.concurrent('a call', () => {
  it.each(
    Array.from({ length: SHARDS }, (_, shard) => shard),
  )('keeps its invariants under random event sequences, and ends (%i)', {
    timeout: 2 * SHRINKING_MS,
  }, async (shard) => {
    const property = fc.asyncProperty(
      beginnings,
      constantFrom('continue' as const, 'hangup' as const),
      boolean(),
      array(step, { maxLength: 10, size: 'max' }),
      constantFrom<LastWord[]>('callback', 'completed', 'unknown'),
      async (beginning, onMachine, asksAhead, steps, lastWord) => {
        const world = await newWorld(scene, { onMachine, asksAhead });
        await play(world, [...beginning, ...steps], lastWord);
      },
    );
    await fc.assert(property, {
      seed: seedFor(`shard ${shard}`),
      numRuns: SEQUENCES_OF_SHARD,
      interruptAfterTimeLimit: SHRINKING_MS,
    });
  });
});
