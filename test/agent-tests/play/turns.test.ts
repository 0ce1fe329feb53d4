import { describe, expect, it } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import type { AgentSettings } from '../../../lambdas/agents/model/agent.ts';
import { changeSession } from '../../../lambdas/conversation/change-session.ts';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import { MemoryStore } from '../../../lambdas/conversation/store/memory-store.ts';
import { storedCall } from '../../support/table/stored-call.ts';
import { external, testedAgent } from '../played-test.ts';

const CALL_ID = '019e0000-0000-7000-8000-000000000001';

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

  it('hangs up in the middle of words, of which the rest is not stored', async () => {
    const { status, outcome, transcript } = await played([
      { contact: 'What do you offer?' },
      { hangs_up: true, after: '2500ms' },
    ]);

    expect([status, outcome?.ended_by]).toEqual(['passed', 'contact']);
    expect(transcript.at(-1)?.text).toBe('We offer appointments');
  });

  it('hangs up while a tool is slow, whose call is judged, too', async () => {
    const play = await agent({});
    const test: AgentTestInput = {
      name: 'hangs up',
      turns: [{ contact: 'Book it' }, { hangs_up: true, after: '300ms' }],
      finally: [{ not_tool: 'book' }],
    };

    const result = await play({ ...test, tools: SLOW });

    expect(result.finally).toMatchObject([{ verdict: 'failed' }]);
    expect(result.turns.flatMap(({ transcript }) => transcript)).toEqual(
      result.transcript.map(({ number }) => number),
    );
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
    [{ silence: '60s' }, { contact: 'Hi', optional: true, expect: [{ says: 'Hi' }] }],
    { tools: { mocks: [{ tool: 'book', returns: 1, optional: true }] } },
  );

  expect(status).toBe('passed');
});

it('a write that meets another one is repeated by the clock of the test', async () => {
  const { agent, settings } = storedCall();
  const session: Session = {
    call_id: CALL_ID,
    user_id: CALL_ID,
    generation: 0,
    version: 0,
    turns: 0,
    failures: 0,
    agent,
    settings,
  };
  const store = new MemoryStore(session, { agent, settings });
  const waits: number[] = [];

  await changeSession(
    { store, now: () => new Date(0), wait: async (ms) => void waits.push(ms) },
    (before) => ({ session: { ...before, version: before.version + 1 }, newTurns: [], effects: [] }),
    { ...session, version: -1 },
  );

  expect(waits).toEqual([20]);
});
