import { describe, expect, it } from 'vitest';
import {
  type ComparedTurn,
  comparisonOf,
  type Decision,
  differenceOf,
  statusOfComparison,
} from '../../../lambdas/agent-tests/model/comparison.ts';

const decision = (changes: Partial<Decision> = {}): Decision => ({
  tools: [],
  leaves: undefined,
  says: 'Which day suits you?',
  isCut: false,
  ...changes,
});

const book = (args: object) => ({ name: 'book', args });

describe('two decisions', () => {
  it.each<[string, Partial<Decision>, Partial<Decision>]>([
    ['are alike', {}, {}],
    ['differ in case and marks', { says: 'Which day?' }, { says: 'which day -' }],
    ['differ in a phrase for a slow tool', { says: 'One moment, please. Done.' }, { says: 'Done.' }],
    [
      'differ in the order of arguments',
      { tools: [book({ a: 1, b: 2 })] },
      { tools: [book({ b: 2, a: 1 })] },
    ],
    ['differ in hidden arguments', { tools: [book({ pin: '••••' })] }, { tools: [book({ pin: '0000' })] }],
    ['go on after an interruption', { isCut: true, says: 'Which' }, { leaves: 'end', tools: [book({})] }],
    ['had no word heard', { isCut: true, says: '' }, {}],
  ])('are the same if they %s', (_, before, after) => {
    expect(differenceOf(decision(before), decision(after))).toBeUndefined();
  });

  it.each<[string, Partial<Decision>, Partial<Decision>, string, string]>([
    ['transfer', { leaves: 'end' }, { leaves: 'transfer' }, 'ends the call', 'transfers the call'],
    ['end', { tools: [book({})] }, { leaves: 'end' }, 'goes on', 'ends the call'],
    ['tool', { tools: [book({})] }, { says: 'Hm' }, 'book {}', 'no tool'],
    ['tool', { tools: [book({})], isCut: true, says: '' }, {}, 'book {}', 'no tool'],
    ['tool', { tools: [book({})] }, { tools: [book({}), book({})] }, 'book {}', 'book {}, book {}'],
    [
      'arguments',
      { tools: [book({ day: 1 })] },
      { tools: [book({ day: 2 })] },
      'book {"day":1}',
      'book {"day":2}',
    ],
    [
      'arguments',
      { tools: [book({ a: 1 })] },
      { tools: [book({ a: 1, b: 1 })] },
      'book {"a":1}',
      'book {"a":1,"b":1}',
    ],
    [
      'arguments',
      { tools: [book({ pin: '••••', day: 'tue' })] },
      { tools: [book({ pin: '0000', day: 'wed' })] },
      'book {"pin":"••••","day":"tue"}',
      'book {"pin":"0000","day":"wed"}',
    ],
    ['words', {}, { says: '' }, '"Which day suits you?"', 'nothing'],
    ['words', { isCut: true, says: 'What day' }, {}, '"What day"', '"Which day suits you?"'],
  ])('differ by %s first', (kind, before, after, text, other) => {
    const difference = differenceOf(decision(before), decision(after));

    expect(difference).toEqual({ kind, before: text, after: other });
  });
});

describe('compared turns', () => {
  const turn = (number: number, verdict: ComparedTurn['verdict']): ComparedTurn => ({
    turn: number,
    contact: 'says "Hi"',
    verdict,
    before: '',
    after: '',
    ...(verdict === 'different' && { difference: { kind: 'words', before: 'a', after: 'b' } }),
    ...(verdict === 'diverged' && { reason: 'No answer.' }),
  });

  it('are counted, with the first difference and where they diverged', () => {
    const turns = [turn(1, 'same'), turn(4, 'different'), turn(6, 'different'), turn(8, 'diverged')];

    expect(comparisonOf(turns)).toEqual({
      same: 1,
      different: 2,
      diverged: 1,
      first: { turn: 4, kind: 'words', before: 'a', after: 'b' },
      diverged_at: 8,
      reason: 'No answer.',
    });
  });

  it.each<[ComparedTurn['verdict'][], string]>([
    [['same', 'same'], 'passed'],
    [['same', 'diverged', 'different'], 'failed'],
    [['same', 'diverged'], 'diverged'],
    [[], 'error'],
  ])('%j come to %s', (verdicts, status) => {
    const turns = verdicts.map((verdict, index) => turn(index + 1, verdict));

    expect(statusOfComparison(comparisonOf(turns)).status).toBe(status);
  });
});
