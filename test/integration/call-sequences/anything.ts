// What fast-check may have happen to a call.
import fc from 'fast-check';
import * as callbacks from './callbacks.ts';
import { Dies, Happens, Restart, Stutters, Together } from './commands.ts';
import * as messages from './messages.ts';
import * as ours from './ours.ts';
import type { Wish } from './talk.ts';
import type { Placing } from './vendor.ts';

const { constantFrom, integer, tuple, constant, boolean } = fc;

/** What has happened to a call when the sequence begins. */
export const BEGINNINGS = {
  created: [],
  ringing: [ours.dialled('placed')],
  talking: [ours.dialled('placed'), callbacks.answered, messages.setUp],
};
export const beginnings = constantFrom<(keyof typeof BEGINNINGS)[]>(
  'created',
  'ringing',
  'talking',
  'talking',
  'talking',
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
const wishes = constantFrom<Wish[]>('answer', 'answer', 'goodbye', 'transfer', 'stumble');

/** What can happen at the same time as something else. */
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
const kinds = fc.oneof(
  { arbitrary: anytime, weight: 12 },
  statuses.map(callbacks.strangeStatus),
  constantFrom<Placing[]>('placed', 'lost', 'refused', 'busy').map(ours.dialled),
  constant(callbacks.relayEnded),
  constant(callbacks.handOn),
  constantFrom<('failed' | 'ended')[]>('failed', 'ended').map(callbacks.formerEnded),
  statuses.map(callbacks.transferStatus),
  tuple(
    constantFrom('completed', 'busy', 'no-answer', 'failed'),
    constantFrom('in-progress', 'completed'),
  ).map((is) => callbacks.transferOver(...is)),
  constantFrom('ringing', 'in-progress', 'completed', 'unknown').map((value) => ours.reconciled(value)),
  constantFrom(
    { type: 'dtmf', digit: '1' },
    { type: 'error', description: 'x' },
    { type: 'prompt', voicePrompt: 'al', last: false },
    { type: 'info', name: 'agentSpeaking', value: 'on' },
  ).map(messages.noise),
);
const faults = fc.record({
  after: integer({ min: 0, max: 8 }),
  how: constantFrom<('dies' | 'dies_later')[]>('dies', 'dies_later'),
});
/** Sequences of it. */
export const commands = fc.commands(
  [
    kinds.map((kind) => new Happens(kind)),
    kinds.map((kind) => new Happens(kind)),
    kinds.map((kind) => new Happens(kind, 2)),
    tuple(kinds, faults).map((is) => new Dies(...is)),
    tuple(kinds, integer({ min: 0, max: 8 })).map((is) => new Stutters(...is)),
    tuple(anytime, anytime, integer({ min: 0, max: 20 })).map((is) => new Together(...is)),
    tuple(constant(messages.prompt('answer_slowly')), anytime, integer({ min: 0, max: 200 })).map(
      (is) => new Together(...is),
    ),
    constant(new Restart()),
  ],
  { maxCommands: 10, size: 'max' },
);
