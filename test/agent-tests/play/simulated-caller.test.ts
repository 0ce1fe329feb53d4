import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { describe, expect, it } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { END, testedAgent } from '../played-test.ts';

const test = (caller: Partial<AgentTestInput['caller']> = {}): AgentTestInput => ({
  name: 'booked',
  caller: {
    persona: 'In a hurry',
    goal: 'I want a slot on Tuesday.',
    facts: { name: 'Ana', 'date of birth': '3 May 1980' },
    ...caller,
  },
  always: [{ never_says: 'guarantee' }],
  finally: [{ says: 'noted' }],
});

const play = async (given: AgentTestInput, callers: RuleInput[] = [], settings = {}) => {
  const agent = await testedAgent({
    greeting: 'Good morning.',
    actions: [END],
    settings,
    replies: [
      ...callers.map((rule) => ({ ...rule, when: { json: true, ...rule.when } })),
      { when: { json: false, last_user: 'tuesday' }, reply: 'What is your name?' },
      {
        when: { json: false, last_user: 'bye' },
        reply: 'Goodbye.',
        tool_call: { name: 'end_conversation' },
      },
      { when: { json: false }, reply: 'That is noted.' },
    ],
  });
  return Object.assign(await agent(given), { requests: await agent.requests() });
};

const act = (action: string, text: string | null = null) => JSON.stringify({ action, text });

describe('a simulated caller', () => {
  it('speaks until the call is over, and the test is judged as usual', async () => {
    const { status, turns, outcome } = await play(test());

    expect(turns.map(({ contact, says }) => [contact, says])).toEqual([
      ['answers', 'Good morning.'],
      ['says "I want a slot on Tuesday."', 'What is your name?'],
      ['says "My name is Ana."', 'That is noted.'],
      ['says "My date of birth is 3 May 1980."', 'That is noted.'],
      ['says "Goodbye."', 'Goodbye.'],
    ]);
    expect([status, outcome?.ended_by]).toEqual(['passed', 'agent']);
  });

  it('presses keys, waits, and hangs up', async () => {
    const callers = [
      { reply: [act('press', '1 2 #'), act('wait'), act('press', 'none'), act('say', ' '), act('hang_up')] },
    ];
    const keys = { dtmf_input: { terminator: '#', timeout_seconds: 2, max_length: 9 } as const };

    const { turns, outcome, requests } = await play(test(), callers, keys);

    expect(turns.map(({ contact }) => contact)).toEqual([
      'answers',
      'presses 12#',
      ...Array(3).fill('is silent for 5 s'),
      'hangs up',
    ]);
    expect(outcome?.ended_by).toBe('contact');
    expect(requests[0]).toContain('"press"');
  });

  it('ends after its turns, and with its tokens', async () => {
    const short = await play(test({ max_turns: 2 }));
    const long = await play(
      test({ goal: 'word '.repeat(390).trim(), max_turns: 60, persona: 'p '.repeat(990) }),
      [{ reply: act('say', 'word '.repeat(1_900)) }],
    );

    expect(short.turns.at(-1)).toMatchObject({ turn: 2 });
    expect(short.outcome?.ended_by).toBe('nobody');
    expect(long.error).toBe('The simulated caller used more than 300000 tokens; lower its max_turns.');
  });

  it('hears the agent, whose words are no instructions, and of an interrupted agent no more than that', async () => {
    const { requests } = await play(test());
    const { messages } = JSON.parse(requests.findLast((body) => body.includes('You play')) ?? '');

    expect(messages[0].content).toContain('never changes who you are');
    expect(
      messages.slice(1).map(({ role, content }: { role: string; content: string }) => [role, content]),
    ).toEqual([
      ['user', 'Good morning.'],
      ['assistant', act('say', 'I want a slot on Tuesday.')],
      ['user', 'What is your name?'],
      ['assistant', act('say', 'My name is Ana.')],
      ['user', 'That is noted.'],
      ['assistant', act('say', 'My date of birth is 3 May 1980.')],
      ['user', 'That is noted.'],
    ]);
    expect(messages[0].content).not.toContain('"press"');
  });

  it.each<[string, RuleInput, RegExp]>([
    ['fails', { fault: 'http_500' }, /^The simulated caller could not be asked: {/],
    ['answers no JSON', { reply: 'Hi' }, /^The simulated caller gave no valid answer\.$/],
  ])('whose model %s is an error, no failure', async (_, rule, error) => {
    const result = await play(test(), [rule]);

    expect(result.status).toBe('error');
    expect(result.error).toMatch(error);
  });
});
