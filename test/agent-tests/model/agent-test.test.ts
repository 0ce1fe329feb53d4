import { describe, expect, it } from 'vitest';
import { agentOfTest, agentTest, defineAgentTest } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { issuesAt, parseInput } from '../../../lambdas/http/issues.ts';

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

  it.each([
    [{ turns: [{ contakt: 'Hello' }] }, 'turns.0.contakt: Unknown key. The nearest known key is contact.'],
    [
      { turns: [{ contact: 'Hi', expect: [{ sayz: 'x' }] }] },
      'turns.0.expect.0.sayz: Unknown key. The nearest known key is says.',
    ],
    [
      { turns: [{ contact: 'Hi', expect: [{ tool: { name: 'book', arg: {} } }] }] },
      'turns.0.expect.0.tool.arg: Unknown key. The nearest known key is args.',
    ],
    [{ finaly: [] }, 'finaly: Unknown key. The nearest known key is finally.'],
    [{ turns: [{ keys: 12 }] }, 'turns.0.keys: Must be 1 to 32 of 0-9, * and #, in quotation marks.'],
    [{ turns: [{ silence: 5 }] }, 'turns.0.silence: Must be a duration such as 20s, 1500ms or 2m.'],
    [{ turns: [{ silence: '20' }] }, 'turns.0.silence: Must be a duration such as 20s, 1500ms or 2m.'],
    [{ turns: [{ silence: '2000m' }] }, 'turns.0.silence: Must be at most 3600000.'],
    [
      { turns: [{ contact: 'Hi', keys: '1' }] },
      'turns.0: Must have exactly one of contact, keys, silence, hangs_up.',
    ],
    [
      { turns: [{ keys: '1', interrupts_after_words: 3 }] },
      'turns.0.interrupts_after_words: Only words interrupt: add `contact`.',
    ],
    [
      { turns: [{ hangs_up: true }, { contact: 'Hi', optional: true }] },
      'turns.1: The contact hangs up in turns[0]; remove the turns after it.',
    ],
    [{ turns: undefined }, ': Must have exactly one of turns, caller, call.'],
    [
      { tools: { mocks: [{ tool: 'book' }] } },
      'tools.mocks.0: Must have exactly one of returns, error, sequence.',
    ],
    [
      { always: [{ never_says: { matches: '(' } }] },
      'always.0.never_says.matches: Must be a regular expression of JavaScript.',
    ],
    [
      { always: [{ outcome: { ended_by: 'agent' } }] },
      expect.stringMatching(/^always\.0\.outcome: Unknown key\. Known keys: /),
    ],
    [{ colour: [] }, expect.stringMatching(/^colour: Unknown key\. Known keys: /)],
    [{ always: [{ says: 'a', tool: 'b' }] }, 'always.0: Must have exactly one key: the kind of expectation.'],
    [{ agent: 'a@b@c' }, 'agent: Must be a name or id, or name@version.'],
    [
      { turns: undefined, caller: { persona: 'p', goal: 'g', pass: '6 of 5' } },
      'caller.pass: More runs must pass than are run.',
    ],
    [
      { turns: [{ contact: 'Hi' }], tools: { mocks: [{ tool: 'book', returns: 'x'.repeat(1_000_000) }] } },
      ': A test may have at most 200000 bytes as JSON.',
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
