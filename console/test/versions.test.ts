import { describe, expect, it } from 'vitest';
import { differencesOf } from '../src/pages/agents/differences.ts';
import {
  actionNames,
  changesInLine,
  liveOf,
  nameOfDifference,
  shareOf,
  splitWith,
} from '../src/pages/agents/version-words.ts';
import { summaryOf } from '../src/pages/tests/replay.ts';

const ACTION = {
  id: 'a1',
  type: 'action_external',
  config: { name: 'look_up_order', url: 'https://a.example/' },
};

describe('what a version changes, in a line', () => {
  const line = (before: object, after: object) =>
    changesInLine(differencesOf(before, after), actionNames(before, after));

  it.each([
    [
      'the words of a choice',
      { interrupt_sensitivity: 'low' },
      { interrupt_sensitivity: 'high' },
      'Stop speaking when the contact speaks: for clear words → at the first sound',
    ],
    [
      'a number in its unit',
      { turn_taking: { longest_silence_ms: 1500 } },
      { turn_taking: { longest_silence_ms: 2000 } },
      'Turn-taking › Longest silence: 1.5 seconds → 2 seconds',
    ],
    [
      'the default of what is not set',
      {},
      { conversation_speed: 1.2 },
      'Conversation speed: 1 times → 1.2 times',
    ],
    ['on and off', { mask_dtmf: true }, { mask_dtmf: false }, 'Hide keys in records: on → off'],
    [
      'the lines of a long text',
      { prompt: { id: 'p1', content: 'Be kind.\nName yourself.\nWait.' } },
      { prompt: { id: 'p2', content: 'Be kind.\nName the practice in your first words.\nAsk.\nWait.' } },
      'Prompt: 2 lines added, 1 removed',
    ],
    [
      'an action by its name',
      { actions: [ACTION] },
      { actions: [{ ...ACTION, config: { ...ACTION.config, url: 'https://b.example/' } }] },
      'Actions › look_up_order: https://a.example/ → https://b.example/',
    ],
    ['an added action by its name', {}, { actions: [ACTION] }, 'Actions › look_up_order'],
    [
      'the number of further changes',
      {},
      { name: 'Ada', language: 'de', timezone: 'Europe/Berlin', vector_database: 'v1' },
      'Name: none → Ada · Language: English → German · 2 more',
    ],
  ])('has %s', (_, before, after, expected) => {
    expect(line(before, after)).toBe(expected);
  });

  it('leads to the field, however deep', () => {
    expect(nameOfDifference('actions.a1.config.url', new Map([['a1', 'look_up_order']]))).toBe(
      'Actions › look_up_order › Config › URL',
    );
    expect(nameOfDifference('llm_fallback.model_name')).toBe('Fallback model › Second model');
  });
});

describe('the share of calls of a version', () => {
  const listed = (...weights: readonly (number | null)[]) =>
    weights.map((published_weight, at) => ({ version: at + 1, published_weight }));

  it.each([
    [listed(1, null), 2, 100, 2],
    [
      listed(1, null),
      2,
      25,
      [
        [2, 250],
        [1, 750],
      ],
    ],
    [
      listed(3, 1, null),
      3,
      20,
      [
        [3, 200],
        [1, 600],
        [2, 200],
      ],
    ],
    [
      listed(9, 1),
      2,
      50,
      [
        [2, 500],
        [1, 500],
      ],
    ],
    [
      listed(1, 1000, 1, 1, null),
      5,
      5,
      [
        [5, 50],
        [2, 948],
        [1, 1],
        [3, 1],
      ],
    ],
  ])('is taken from the others as they are: %j', (all, version, percent, expected) => {
    const split = splitWith(all, version, percent);

    expect(typeof split === 'number' ? split : split.map((one) => [one.version, one.weight])).toEqual(
      expected,
    );
  });

  it('is of all weights, and most calls get the heaviest', () => {
    expect(listed(1, 3, null).map(({ version }) => shareOf(listed(1, 3, null), version))).toEqual([
      0.25, 0.75, 0,
    ]);
    expect(liveOf(listed(1, 3, null))).toBe(2);
  });
});

it('what came of a replay is told by the first difference of each call', () => {
  const of = (status: string, kind?: string) => ({ status, comparison: { first: kind ? { kind } : null } });
  const cases = [
    of('passed'),
    of('passed'),
    of('failed', 'words'),
    of('failed', 'tool'),
    of('failed', 'words'),
  ];

  expect(summaryOf([...cases, of('diverged'), of('running')] as never)).toBe(
    '2 same, 2 other words, 1 another tool, 1 running, 1 diverged',
  );
});
