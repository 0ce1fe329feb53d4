import { describe, expect, it } from 'vitest';
import { agentOfTest, agentTest, defineAgentTest } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { issuesAt, parseInput } from '../../../lambdas/http/issues.ts';
import { rowsOf } from '../../support/rows.ts';

const TEST = defineAgentTest({
  name: 'reschedule-slot-taken',
  agent: 'receptionist@12',
  clock: '2026-12-01T09:00:00-05:00',
  context: { patient: 'Ana' },
  tools: {
    mocks: [
      { tool: 'find_slot', when: { day: 'tue' }, returns: { slots: [] }, latency_ms: 400 },
      { tool: 'book', sequence: [{ error: 503 }, { returns: { id: 'A1' } }] },
    ],
  },
  turns: [
    {
      contact: 'Tuesday please',
      expect: [{ tool: { name: 'find_slot', args: { day: 'tue' } } }, { says: { matches: 'no .*Tuesday' } }],
    },
    { keys: '012#' },
    { interrupts_after_words: 5, contact: 'wait' },
    { silence: '20s' },
  ],
  always: [{ never_says: 'guarantee' }, { tool_before: { first: 'find_slot', then: 'book' } }],
  finally: [{ outcome: { ended_by: 'agent' } }, { judge: { criterion: 'It was polite.' } }],
});

/** The issues of the test with something changed: `place: message`. */
function issuesOf(change: object): string[] {
  const { error } = parseInput(agentTest, { ...TEST, ...change });
  return error ? issuesAt([], error).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`) : [];
}

describe('a test', () => {
  it('has durations in milliseconds, its clock in UTC, and defaults', () => {
    expect(agentTest.parse(TEST)).toMatchObject({
      clock: '2026-12-01T14:00:00.000Z',
      tools: { unmocked: 'error' },
      turns: [{}, {}, {}, { silence: 20_000 }],
      finally: [{}, { judge: { quote: 'required' } }],
    });
  });

  it.each<[object, string]>([
    ...rowsOf<[object, string]>(import.meta.url, '../corpus/refused-tests.jsonl'),
    [{ turns: undefined }, ': Must have exactly one of turns, caller, call.'],
    [
      { always: [{ outcome: { ended_by: 'agent' } }] },
      expect.stringMatching(/^always\.0\.outcome: Unknown key\. Known keys: /),
    ],
    [{ colour: [] }, expect.stringMatching(/^colour: Unknown key\. Known keys: /)],
    [
      { turns: undefined, caller: { persona: 'p', goal: 'g', pass: '6 of 5' } },
      'caller.pass: More runs must pass than are run.',
    ],
    [
      { turns: [{ contact: 'Hi' }], tools: { mocks: [{ tool: 'book', returns: 'x'.repeat(1_000_000) }] } },
      ': A test may have at most 200000 bytes as JSON.',
    ],
    [
      {
        turns: Array.from({ length: 26 }, () => ({
          contact: 'Hi',
          expect: Array(2).fill({ judge: { criterion: 'Polite' } }),
        })),
      },
      ': A test may have at most 50 criteria to judge.',
    ],
  ])('with %j is refused by name', (change, issue) => {
    expect(issuesOf(change)).toEqual([issue]);
  });

  it('names its agent, and perhaps a version', () => {
    expect(['ana', 'ana@12', 'ana@draft'].map(agentOfTest)).toEqual([
      { agent: 'ana' },
      { agent: 'ana', version: 12 },
      { agent: 'ana', version: 'draft' },
    ]);
  });

  it('may have a simulated caller, or a recorded call', () => {
    const { turns: _, ...rest } = TEST;
    const caller = { persona: 'An old man', goal: 'Cancel', pass: '3 of 5' };

    expect(agentTest.parse({ ...rest, caller }).caller).toMatchObject({
      max_turns: 20,
      pass: { needed: 3, runs: 5 },
    });
    expect(issuesOf({ turns: undefined, caller: { ...caller, runs: 4 } })).toEqual([
      'caller.runs: Must be the second number of `pass`.',
    ]);
    expect(issuesOf({ turns: undefined, call: { id: 'x' } })).toEqual(['call.id: Must be a UUID.']);
  });
});
