import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import type { AgentSettings } from '../../../lambdas/agents/model/agent.ts';
import { external, testedAgent } from '../played-test.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const GREETING = 'Hillside surgery, good morning. What can I do for you today?';

const agent = (settings: Partial<AgentSettings>) =>
  testedAgent({
    greeting: GREETING,
    actions: [external('book')],
    settings,
    replies: [
      { when: { tool_result: '' }, reply: 'It is booked.' },
      { when: { last_user: 'book' }, tool_call: { name: 'book' } },
      { when: { last_user: 'offer' }, reply: 'We offer appointments on Tuesday and on Wednesday.' },
      { when: { last_user: 'wait' }, reply: 'I wait.' },
      { reply: 'I see.' },
    ],
  });

const SLOW: AgentTestInput['tools'] = { mocks: [{ tool: 'book', returns: 1, latency_ms: 5_000 }] };
const HOLDS: AgentTestInput['finally'] = [{ invariants: true }];

interface Given extends Pick<AgentTestInput, 'tools'> {
  readonly settings?: Partial<AgentSettings>;
}

async function played(turns: AgentTestInput['turns'], { settings = {}, ...more }: Given = {}) {
  const play = await agent(settings);
  const { turns: all, ...result } = await play({ name: 'turns', turns, finally: HOLDS, ...more });
  const shown = all.map(({ contact, says, heard, tools }) => [contact, heard ?? says, tools.length]);
  return { ...result, shown, turns: all };
}

describe('a turn after some time', () => {
  it('interrupts the agent in its words', async () => {
    const { status, shown, transcript } = await played([{ contact: 'Wait', after: '1s' }]);

    expect(status).toBe('passed');
    expect(shown).toEqual([
      ['answers', 'Hillside', 0],
      ['says "Wait" after 1 s', 'I wait.', 0],
    ]);
    expect(transcript.map(({ text }) => text)).toEqual(['Hillside', 'Wait', 'I wait.']);
  });

  it('comes while a tool is slow, whose work goes on', async () => {
    const { shown, turns } = await played([{ contact: 'Book it' }, { contact: 'Wait', after: '3s' }], {
      tools: SLOW,
    });

    expect(shown[1]).toEqual(['says "Book it"', expect.stringMatching(/^One moment/), 0]);
    expect(shown[2]?.[0]).toBe('says "Wait" after 3 s');
    expect(turns[2]?.cuts).toBe(true);
    expect(turns[2]?.tools).toMatchObject([{ name: 'book', failed: false }]);
  });

  it('may meet a write that is refused, which is repeated by the clock of the test', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);

    const { status, error } = await played(
      [{ contact: 'Book it' }, { contact: 'Book it', after: '500ms', final_after: '200ms' }],
      { tools: SLOW, settings: { turn_taking: { ask_ahead: true, requests_ahead: 3 } } },
    );

    expect([status, error]).toEqual(['passed', undefined]);
  });

  it('hangs up in the middle of words, of which the rest is not stored', async () => {
    const { status, outcome, transcript } = await played([
      { contact: 'What do you offer?' },
      { hangs_up: true, after: '2500ms' },
    ]);

    expect([status, outcome?.ended_by]).toEqual(['passed', 'contact']);
    expect(transcript.at(-1)?.text).toBe('We offer appointments');
  });
});

describe('words that are reported as they are spoken', () => {
  const settings = { turn_taking: { ask_ahead: true, requests_ahead: 3 } };

  it('are answered once they are final, by the answer to the partial ones', async () => {
    const { status, shown } = await played([{ contact: 'Book it, please.', final_after: '900ms' }], {
      settings,
      tools: { mocks: [{ tool: 'book', returns: 1 }] },
    });

    expect(status).toBe('passed');
    expect(shown[1]).toEqual(['says "Book it, please." (final after 0.9 s)', 'It is booked.', 1]);
  });

  it('and are never final are asked about again', async () => {
    const { status, shown } = await played([{ contact: 'Book it, please.', final_after: 'never' }], {
      settings,
      tools: { mocks: [{ tool: 'book', returns: 1, optional: true }] },
    });

    expect(status).toBe('passed');
    expect(shown[1]).toEqual([
      'says "Book it, please." (never final)',
      expect.stringMatching(/repeat|again/i),
      0,
    ]);
  });
});

it('a turn or mock that is optional need not be reached', async () => {
  const { status } = await played(
    [{ hangs_up: true }, { contact: 'Hi', optional: true, expect: [{ says: 'Hi' }] }],
    { tools: { mocks: [{ tool: 'book', returns: 1, optional: true }] } },
  );

  expect(status).toBe('passed');
});
