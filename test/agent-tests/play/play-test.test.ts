import { describe, expect, it } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import type { CaseResult } from '../../../lambdas/agent-tests/model/case-result.ts';
import { testedAgent } from '../played-test.ts';
import { receptionist } from '../receptionist.ts';

const verdictsOf = ({ turns, always, finally: atEnd }: CaseResult) =>
  [...turns.flatMap(({ verdicts }) => verdicts), ...always, ...atEnd].map(
    ({ verdict, expects, reason }) => `${verdict}: ${expects}: ${reason}`,
  );

const RESCHEDULE: AgentTestInput = {
  name: 'reschedule-slot-taken',
  tools: {
    mocks: [
      { tool: 'find_slot', when: { day: 'tue' }, returns: { slots: [] }, latency_ms: 400 },
      { tool: 'book', sequence: [{ error: 503 }, { returns: { id: 'A1' } }] },
    ],
  },
  turns: [
    {
      contact: 'Tuesday please',
      expect: [
        { tool: { name: 'find_slot', args: { day: 'tue' } } },
        { says: { matches: 'no .*Tuesday' } },
        { not_tool: 'book' },
      ],
    },
    { interrupts_after_words: 5, contact: 'Wait, book it', expect: [{ says: 'cannot book' }] },
    { contact: 'Try to book again', expect: [{ says: 'is booked' }] },
    { keys: '12#', expect: [{ says: 'your number' }] },
    { contact: 'Goodbye' },
  ],
  always: [{ never_says: { matches: 'guarantee' } }, { tool_before: { first: 'find_slot', then: 'book' } }],
  finally: [{ outcome: { ended_by: 'agent', transferred: false } }],
};

describe('a scripted test', () => {
  it('passes if all that it expects holds', async () => {
    const play = await receptionist();

    const result = await play(RESCHEDULE);

    expect(verdictsOf(result).filter((verdict) => !verdict.startsWith('passed'))).toEqual([]);
    expect(result).toMatchObject({ status: 'passed', figures: { tool_calls: 4, turns: 6 } });
    expect(result.turns.map(({ contact, says, heard }) => [contact, says, heard])).toEqual([
      ['answers', 'Hillside surgery, good morning. What can I do for you today?', undefined],
      [
        'says "Tuesday please"',
        'There is no slot on Tuesday. Shall I look for Wednesday?',
        'There is no slot on',
      ],
      ['interrupts after 5 words and says "Wait, book it"', 'I cannot book at the moment.', undefined],
      ['says "Try to book again"', 'It is booked.', undefined],
      ['presses 12#', 'I have your number.', undefined],
      ['says "Goodbye"', 'Goodbye.', undefined],
    ]);
  });

  it('has the same result twice, byte for byte', async () => {
    const play = await receptionist();

    const results = [await play(RESCHEDULE), await play(RESCHEDULE)].map((result) => JSON.stringify(result));

    expect(results[1]).toBe(results[0]);
  });

  it('fails by name for what does not hold, a call that no mock answers, and a mock that nothing uses', async () => {
    const play = await receptionist();

    const result = await play({
      name: 'broken',
      tools: { mocks: [{ tool: 'book', when: { day: 'sun' }, returns: 1 }] },
      turns: [
        { contact: 'Tuesday please', expect: [{ says: 'Tuesday' }] },
        { contact: 'Goodbye' },
        { contact: 'Hello?', expect: [{ says: 'Hello' }] },
      ],
    });

    expect(result.status).toBe('failed');
    expect(verdictsOf(result)).toEqual([
      'failed: a mock for each tool call: No mock answers find_slot with {"day":"tue"}.',
      'failed: says Tuesday: The agent said "Something is wrong."',
      'failed: the turn is played: The call had ended.',
      'skipped: says Hello: The turn was not played.',
      'failed: each mock is used: Nothing used mock 1 of book when {"day":"sun"}.',
    ]);
  });

  it.each<[string, AgentTestInput['turns'], string]>([
    ['a transfer', [{ contact: 'A person please' }], '{"ended_by":"agent","transferred":true}'],
    [
      'a contact who hangs up',
      [{ contact: 'Hm' }, { hangs_up: true }],
      '{"ended_by":"contact","transferred":false}',
    ],
    [
      'a script that is over before the call',
      [{ contact: 'Hm' }],
      '{"ended_by":"nobody","transferred":false}',
    ],
    ['a silence that is too long', [{ silence: '60s' }], '{"ended_by":"agent","transferred":false}'],
  ])('has the outcome of %s', async (_, turns, outcome) => {
    const play = await receptionist();

    const result = await play({ name: 'outcome', turns, finally: [{ outcome: { transferred: false } }] });

    expect(JSON.stringify(result.outcome)).toBe(outcome);
  });

  it('has turns after its end, and turns in which nobody speaks', async () => {
    const play = await receptionist();

    const { status, turns } = await play({
      name: 'over',
      turns: [{ silence: '2s' }, { contact: 'Hm' }, { silence: '60s' }, { contact: 'Hello?' }],
    });

    expect(status).toBe('failed');
    expect(turns.map(({ transcript, unplayed = false }) => [transcript, unplayed])).toEqual([
      [[1], false],
      [[], false],
      [[2, 3], false],
      [[4, 5], false],
      [[], true],
    ]);
  });

  it('lets time pass that costs none: a silence, a slow tool, keys without an end', async () => {
    const play = await receptionist();
    const begun = performance.now();

    const result = await play({
      name: 'slow',
      clock: '2026-12-01T09:00:00Z',
      tools: {
        mocks: [
          { tool: 'find_slot', returns: { slots: [] }, latency_ms: 3_000 },
          { tool: 'book', error: 'timeout' },
        ],
      },
      turns: [
        { silence: '20s', expect: [{ says: 'Are you still there?' }] },
        { contact: 'Tuesday', expect: [{ says: 'no slot' }, { within_ms: 1_900 }] },
        { contact: 'Book it', expect: [{ says: 'slow today' }] },
        { keys: '12', expect: [{ says: 'your number' }] },
      ],
    });

    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(verdictsOf(result)).toEqual([
      'passed: says Are you still there?: The agent said "Are you still there?"',
      expect.stringMatching(/^passed: says no slot: The agent said "One moment.* no slot/),
      'failed: within_ms 1900: The agent answered after 2005 ms.',
      expect.stringMatching(/^passed: says slow today/),
      'passed: says your number: The agent said "I have your number."',
    ]);
    expect(result.transcript[0]?.timestamp).toBe('2026-12-01T09:00:00.000Z');
    expect(result.transcript.at(-1)?.timestamp).toBe('2026-12-01T09:00:51.600Z');
    expect(result.figures.call_ms).toBeGreaterThan(40_000);
  });

  it('tells the model the time of its own clock, in the agent’s zone', async () => {
    const greeting = 'It is ${today}.';
    const play = await testedAgent({ greeting, settings: { timezone: 'Asia/Tokyo' } });

    const result = await play({ name: 'dated', clock: '2026-12-01T20:00:00Z', turns: [{ contact: 'Hi' }] });

    expect(result.transcript[0]?.text).toBe('It is Wednesday, December 2, 2026.');
    expect((await play.requests())[0]).toContain(
      'Wednesday, 2 December 2026 at 05:00 in the time zone Asia/Tokyo',
    );
  });

  it('times a model if it is to', async () => {
    const play = await testedAgent({ replies: [{ reply: 'Yes.', first_token_ms: 120 }] });
    const test: AgentTestInput = {
      name: 'timed',
      turns: [{ contact: 'Hi', expect: [{ within_ms: 20_000 }] }],
    };

    const [timed, untimed] = [await play(test, { isTimed: true }), await play(test)];

    expect(timed.turns[1]?.answered_ms).toBeGreaterThan(100);
    expect([timed.status, untimed.status]).toEqual(['passed', 'error']);
    expect(verdictsOf(untimed)).toEqual([
      'not_checked: within_ms 20000: The model is not timed; without it, the agent took 5 ms.',
    ]);
  });
});

it('a test tells what answered, and what a screener hears', async () => {
  const play = await testedAgent({
    settings: { call_screening: { identity: 'Ada of Hillside surgery', purpose: 'About ${name}’s X-ray' } },
    replies: [{ when: { system: 'comes to the phone' }, reply: 'Good morning.' }, { reply: 'I see.' }],
  });
  const test: AgentTestInput = {
    name: 'screened',
    context: { name: 'Tom' },
    turns: [
      {
        contact:
          'Hi, if you record your name and reason for calling, I will see if this person is available.',
        expect: [{ says: 'Ada of Hillside surgery. About Tom’s X-ray.' }],
      },
      { contact: 'Thanks, please stay on the line.', expect: [{ never_says: 'I see' }] },
      { contact: 'Hello?', expect: [{ says: 'Good morning.' }] },
    ],
    finally: [{ outcome: { answered_by: 'human' } }],
  };

  expect(await play(test)).toMatchObject({ status: 'passed', outcome: { answered_by: 'human' } });
  expect(await play({ ...test, finally: [{ outcome: { answered_by: 'voicemail' } }] })).toMatchObject({
    status: 'failed',
  });
});
