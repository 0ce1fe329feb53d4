import { expect, it } from 'vitest';
import { type CallEnd, judgeInvariants } from '../../../lambdas/agent-tests/model/invariants.ts';
import type { PlayedTurn } from '../../../lambdas/agent-tests/model/turns/played-turn.ts';
import { playedTurn } from '../stored-run.ts';

const END: CallEnd = {
  heard: ['Good morning.', 'It is booked.'],
  stored: ['Good morning.', 'It is booked.'],
  isClosed: true,
  isOnHold: false,
  silenceMs: 0,
};

const turn = (contact: string, tools: Partial<PlayedTurn['tools'][number]>[], more = {}) => {
  const book = { name: 'book', args: { day: 'tue' }, output: {}, failed: false };
  return playedTurn({ contact, tools: tools.map((tool) => ({ ...book, ...tool })), ...more });
};

const AGAIN = 'failed: In turn 1, book with {"day":"tue"} was called again without a new request.';

it.each<[string, Partial<CallEnd>, PlayedTurn[], string]>([
  ['they hold', {}, [turn('says "Hi"', [{}])], 'passed: All rules hold.'],
  ['twice in a turn', {}, [turn('says "Hi"', [{}, {}])], AGAIN],
  ['again after a silence', {}, [turn('says "Hi"', [{}]), turn('is silent for 9 s', [{}])], AGAIN],
  ['after other words', {}, [turn('says "Hi"', [{}]), turn('says "Again"', [{}])], 'passed: All rules hold.'],
  [
    'with others arguments',
    {},
    [turn('says "Hi"', [{}, { args: { day: 'wed' } }])],
    'passed: All rules hold.',
  ],
  ['after it failed', {}, [turn('says "Hi"', [{ failed: true }, {}])], 'passed: All rules hold.'],
  ['after it failed and then not', {}, [turn('says "Hi"', [{ failed: true }, {}, {}])], AGAIN],
  ['refused', {}, [turn('says "Hi"', [{}, { refused: true }])], 'passed: All rules hold.'],
  ['late, of the turn before', {}, [turn('says "Hi"', [{}, {}], { cuts: true })], 'passed: All rules hold.'],
  ['thrice then', {}, [turn('says "Hi"', [{}, {}, {}], { cuts: true })], AGAIN],
  [
    'late, of two turns before',
    {},
    [turn('says "Hi"', [], { cuts: true }), turn('says "Hi"', [{}, {}, {}], { cuts: true })],
    'passed: All rules hold.',
  ],
  ['left open', { isClosed: false }, [], 'failed: The call has ended, but its conversation is still open.'],
  [
    'silent for ever',
    { silenceMs: 300_000 },
    [],
    'failed: The contact was silent for 300 s, and the agent did not end the call.',
  ],
  ['silent on hold', { silenceMs: 300_000, isOnHold: true }, [], 'passed: All rules hold.'],
  [
    'words that nobody heard',
    { heard: ['Good morning.', 'It is'] },
    [],
    'failed: The contact heard "Good morning. It is", but the transcript has "Good morning. It is booked.".',
  ],
  [
    'words that are not stored',
    { stored: ['Good morning.'] },
    [],
    expect.stringMatching(/^failed: The contact heard/),
  ],
  [
    'words that hanging up cut',
    { heard: ['Good morning.'], cut: 'It is booked. Bye.' },
    [],
    'passed: All rules hold.',
  ],
  ['words that must not be stored', { stored: [null, null] }, [], 'passed: All rules hold.'],
])('the invariants: %s', (_, end, turns, expected) => {
  const { verdict, reason } = judgeInvariants(turns, { ...END, ...end });

  expect(`${verdict}: ${reason}`).toEqual(expected);
});
