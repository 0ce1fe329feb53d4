// Random events for fast-check.
import fc from 'fast-check';
import * as callbacks from './callbacks.ts';
import { Dies, Happens, Restart, Stutters, Together } from './commands.ts';
import * as messages from './messages.ts';
import * as ours from './ours.ts';
import type { Wish } from './talk.ts';
import type { Placing } from './vendor.ts';

const { constantFrom, integer, tuple, constant, boolean } = fc;

/** The history of a call when the sequence begins. */
export const BEGINNINGS = {
  created: [],
  ringing: [ours.dialed('placed')],
  talking: [ours.dialed('placed'), callbacks.answered, messages.setUp],
  transferring: [ours.dialed('placed'), callbacks.answered, messages.setUp, callbacks.handOnWarmly],
};
export const beginnings = constantFrom<(keyof typeof BEGINNINGS)[]>(
  'created',
  'ringing',
  'talking',
  'talking',
  'talking',
  'transferring',
);

const statuses = constantFrom(
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
);
const wishes = constantFrom<Wish[]>('answer', 'answer', 'goodbye', 'transfer', 'stumble', 'hold', 'return');
/** Events that can be concurrent. */
const anytime = fc.oneof(
  constant(callbacks.answered),
  statuses.map(callbacks.status),
  constant(messages.setUp),
  wishes.map(messages.prompt),
  tuple(integer({ min: 0, max: 4 }), boolean()).map((is) => messages.interrupt(...is)),
  constant(messages.silence),
  integer({ min: 1, max: 30 }).map(messages.tokensPlayed),
  constant(messages.hangUp),
  constantFrom('human', 'machine_start', 'unknown').map(callbacks.machineDetection),
  constantFrom('completed', 'absent').map(callbacks.recording),
  constant(callbacks.relayFailed),
  constant(ours.endedByOwner),
);
/** Whether a callback is about an attempt that is over, which happens sometimes. */
const isLate = constantFrom(false, false, false, true);
/** The outcomes of a transfer. */
const ofTransfers = fc.oneof(
  tuple(
    constantFrom('completed', 'busy', 'no-answer', 'failed'),
    constantFrom('in-progress', 'in-progress', 'completed'),
    isLate,
  ).map(([value, status, late]) => callbacks.transferOver(value, status)(late)),
  tuple(constantFrom('machine_start', 'human'), isLate).map(([by, late]) =>
    callbacks.transferDetection(by)(late),
  ),
  isLate.map(callbacks.whisper),
  tuple(constantFrom('1', '1', '2', ''), isLate).map(([keys, late]) => callbacks.pressed(keys)(late)),
);
const kinds = fc.oneof(
  { arbitrary: anytime, weight: 12 },
  { arbitrary: tuple(wishes, boolean(), boolean()).map((is) => messages.spokenInParts(...is)), weight: 2 },
  statuses.map(callbacks.strangeStatus),
  constantFrom<Placing[]>('placed', 'lost', 'refused', 'busy').map(ours.dialed),
  constant(callbacks.relayEnded),
  constant(callbacks.handOn),
  constant(callbacks.handOnWarmly),
  constantFrom<('failed' | 'ended')[]>('failed', 'ended').map(callbacks.formerEnded),
  tuple(statuses, isLate).map(([value, late]) => callbacks.transferStatus(value)(late)),
  { arbitrary: ofTransfers, weight: 3 },
  constantFrom('ringing', 'in-progress', 'completed', 'unknown').map((value) => ours.reconciled(value)),
  constantFrom(
    { type: 'error', description: 'x' },
    { type: 'prompt', voicePrompt: 'al', last: false },
    { type: 'info', name: 'agentSpeaking', value: 'on' },
  ).map(messages.noise),
);
const faults = fc.record({
  after: integer({ min: 0, max: 8 }),
  how: constantFrom<('dies' | 'dies_later')[]>('dies', 'dies_later'),
});
/** Random sequences of events. */
export const commands = fc.commands(
  [
    kinds.map((kind) => new Happens(kind)),
    kinds.map((kind) => new Happens(kind)),
    kinds.map((kind) => new Happens(kind, 2)),
    tuple(kinds, faults).map((is) => new Dies(...is)),
    tuple(kinds, integer({ min: 0, max: 8 })).map((is) => new Stutters(...is)),
    tuple(anytime, anytime, integer({ min: 0, max: 20 })).map((is) => new Together(...is)),
    tuple(ofTransfers, fc.oneof(ofTransfers, anytime), integer({ min: 0, max: 20 })).map(
      (is) => new Together(...is),
    ),
    tuple(constant(messages.prompt('answer_slowly')), anytime, integer({ min: 0, max: 200 })).map(
      (is) => new Together(...is),
    ),
    constant(new Restart()),
  ],
  { maxCommands: 10, size: 'max' },
);
