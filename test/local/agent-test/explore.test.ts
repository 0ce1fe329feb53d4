import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { describe, expect, it } from 'vitest';
import { explore } from '#cli/agent-tests/explore.ts';
import { testOf } from '#cli/agent-tests/orders.ts';
import { parseTestFile } from '#cli/agent-tests/test-file.ts';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { END, external, testedAgent } from '../../agent-tests/played-test.ts';

const SCRIPT: AgentTestInput = {
  name: 'booking',
  tools: {
    mocks: [
      { tool: 'find_slot', returns: { slots: ['nine'] } },
      { tool: 'book', returns: { id: 'A1' } },
    ],
  },
  turns: [
    { contact: 'Is there a slot on Tuesday?', expect: [{ says: 'free' }] },
    { contact: 'Then book it', expect: [{ tool: 'book' }, { says: 'is booked' }] },
    { contact: 'no' },
    { contact: 'Goodbye' },
  ],
  always: [{ never_says: 'guarantee' }, { tool_before: { first: 'find_slot', then: 'book' } }],
};

const PROMISE = { after_failure: { of: 'book', never_says: 'is booked' } };

/** A model without faults. */
const RULES: readonly RuleInput[] = [
  { when: { tool_result: 'nine' }, reply: 'Nine is free.' },
  { when: { tool_result: 'A1' }, reply: 'It is booked.' },
  { when: { tool_result: '' }, reply: 'That did not work.' },
  { when: { last_user: 'slot' }, tool_call: { name: 'find_slot' } },
  { when: { last_user: 'bye' }, reply: 'Goodbye.', tool_call: { name: 'end_conversation' } },
  { reply: 'I see.' },
];

async function explored(faults: readonly RuleInput[], seed = 7) {
  const play = await testedAgent({
    greeting: 'Good morning.',
    actions: [external('find_slot', 1), external('book', 2), external('cancel', 3), END],
    settings: { turn_taking: { ask_ahead: true, requests_ahead: 3 } },
    replies: [...faults, ...RULES],
  });
  let played = 0;
  const found = await explore(SCRIPT, {
    count: 40,
    seed,
    play: async (tests) => {
      played += tests.length;
      const results = await Promise.all(tests.map((test) => play(test)));
      return results.map(({ status, error, turns, always, finally: atEnd }) => ({
        status,
        issues: error === undefined ? [] : [{ at: 'booking.yaml', text: error }],
        findings: [...turns.flatMap(({ verdicts }) => verdicts), ...always, ...atEnd],
      }));
    },
  });
  return { found, played, play };
}

describe('exploration', () => {
  it('finds a booking without a look-up, and prints the shortest test of it', async () => {
    const { found, played, play } = await explored([
      { when: { last_user: 'book' }, tool_call: { name: 'book' } },
    ]);

    expect(found?.test).toEqual({
      name: 'booking, explored',
      tools: { unmocked: 'unavailable' },
      turns: [{ contact: 'Then book it' }],
      always: [{ tool_before: { first: 'find_slot', then: 'book' } }],
    });
    expect(found?.failure).toContain('book was called without find_slot before it.');
    expect(played).toBeLessThan(250);
    const { test } = parseTestFile(found?.yaml ?? '', 'found.yaml');
    expect(test).toEqual(found?.test);
    expect((await play(test)).status).toBe('failed');
  });

  it.each<[string, RuleInput[], object]>([
    [
      'a promise of a booking that failed',
      [
        { when: { tool_result: '503|in time' }, reply: 'It is booked.' },
        { when: { tool_result: 'nine' }, tool_call: { name: 'book' } },
      ],
      { always: [PROMISE] },
    ],
    [
      'a booking twice for one request',
      [{ when: { tool_result: 'nine' }, tool_call: { name: 'find_slot' } }],
      { finally: [{ invariants: true }], turns: [{ contact: 'Is there a slot on Tuesday?' }] },
    ],
  ])('finds %s', async (_, faults, shortest) => {
    const { found } = await explored(faults);

    expect(found?.test).toMatchObject(shortest);
  });

  it('finds nothing in an agent without faults, nor in a call of a tool that the test does not name', async () => {
    const { found } = await explored([{ when: { last_user: '^no$' }, tool_call: { name: 'cancel' } }]);

    expect(found?.yaml).toBeUndefined();
  });

  it('finds the same twice, and has quotation marks where YAML needs them', async () => {
    const faults = [{ when: { last_user: '^no$' }, reply: 'I guarantee it.' }];

    const [one, other] = [await explored(faults), await explored(faults)];

    expect(one.found?.yaml).toBe(other.found?.yaml);
    expect(one.found?.yaml).toContain('contact: "no"');
  });

  it('is broken off by a test that cannot be run', async () => {
    await expect(explored([{ fault: 'http_500' }])).rejects.toThrow('The language model could not be asked');
  });
});

it('a test without a script cannot be explored', async () => {
  const caller = { persona: 'Ana', goal: 'A slot' };

  await expect(
    explore({ name: 'called', caller }, { count: 1, seed: 1, play: async () => [] }),
  ).rejects.toThrow('called: only a test with `turns` can be explored.');
});

describe('the promises of a failing tool', () => {
  const faults = [{}, { error: 503 }] as const;
  const book = { tool: 'book', returns: {} };
  const own = { after_failure: { of: 'book', never_says: 'done' } };

  it.each<[string, Partial<AgentTestInput>, object[]]>([
    ['are what the script expects after it succeeded', {}, [PROMISE]],
    ['are those of its author, if there are any', { always: [own] }, [own]],
    ['are unknown if one of its mocks answers', { tools: { mocks: [book, book] } }, []],
    ['are unknown of a tool without mocks', { tools: {} }, []],
    ['are unknown if it fails in the script', { tools: { mocks: [{ tool: 'book', error: 500 }] } }, []],
    [
      'are unknown if its words may be of another tool',
      {
        turns: [
          { contact: 'yes', expect: [{ tool: 'find_slot' }, { tool: { name: 'book' } }, { says: 'ok' }] },
        ],
      },
      [],
    ],
  ])('%s', (_, changes, expected) => {
    const { always = [] } = testOf({ ...SCRIPT, always: [], ...changes }, { steps: [], faults });

    expect(always).toEqual(expected);
  });
});
