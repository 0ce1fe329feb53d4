import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { describe, expect, it } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { replayCall } from '../../../lambdas/agent-tests/play/replay-call.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { callFrom } from '../played-test.ts';
import { receptionist } from '../receptionist.ts';

type Mode = 'forced' | 'open' | 'closed';

const TEST: AgentTestInput = {
  name: 'booked',
  tools: {
    mocks: [
      { tool: 'find_slot', returns: { slots: [9] }, latency_ms: 2_500 },
      { tool: 'book', returns: { id: 'A1' } },
    ],
  },
  turns: [
    { contact: 'Hm' },
    { contact: 'Tuesday please' },
    { interrupts_after_words: 3, contact: 'Yes, book it' },
    { contact: 'Wait a moment' },
    { contact: 'Just a second' },
    { keys: '12#' },
    { contact: 'Bye' },
  ],
};

const recorded = async (test = TEST): Promise<CallWithSnapshot> => callFrom(await receptionist(), test);

async function replayed(
  mode: Mode,
  changes: readonly RuleInput[],
  { call, baseline }: { readonly call?: CallWithSnapshot; readonly baseline?: readonly RuleInput[] } = {},
) {
  const play = await receptionist(changes);
  const other = baseline && (await receptionist(baseline));
  const { result, comparison } = await replayCall(
    { call: call ?? (await recorded()), tool_names: {}, mode },
    { ...play.runOf(), ...(other && { baseline: other.runOf() }) },
  );
  const turns = result.compared?.map(({ turn, verdict, difference }) => [turn, verdict, difference?.kind]);
  return { result, comparison, turns, requests: await play.requests() };
}

const SAME = [2, 4, 7, 10, 13, 14, 16].map((turn) => [turn, 'same', undefined]);

describe('a replayed call', () => {
  it.each<Mode>([
    'forced',
    'open',
  ])('is the same, turn by turn, with the version that held it: %s', async (mode) => {
    const { result, comparison, turns } = await replayed(mode, []);

    expect(turns).toEqual(SAME);
    expect(comparison).toEqual({
      same: 7,
      different: 0,
      diverged: 0,
      first: null,
      diverged_at: null,
      reason: null,
    });
    expect(result).toMatchObject({ status: 'passed', figures: { tool_calls: 4 } });
  });

  it.each<[string, RuleInput, unknown]>([
    [
      'arguments',
      { when: { last_user: 'tuesday' }, tool_call: { name: 'find_slot', arguments: { day: 'wed' } } },
      { turn: 4, before: 'find_slot {"day":"tue"}', after: 'find_slot {"day":"wed"}' },
    ],
    [
      'transfer',
      { when: { last_user: 'hm' }, tool_call: { name: 'transfer_call' } },
      { turn: 2, before: 'goes on', after: 'transfers the call' },
    ],
  ])('shows the first difference, by %s, in both modes', async (kind, change, first) => {
    const call = await recorded();

    const [forced, open] = [
      await replayed('forced', [change], { call }),
      await replayed('open', [change], { call }),
    ];

    expect([forced.result.status, open.result.status]).toEqual(['failed', 'failed']);
    expect(forced.comparison).toMatchObject({
      same: 6,
      different: 1,
      diverged: 0,
      first: { kind, ...Object(first) },
    });
    expect(open.comparison).toMatchObject({ different: 1, first: { kind, ...Object(first) } });
  });

  it('is diverged, not failed, if a tool has no recorded answer', async () => {
    const change = { when: { last_user: 'hm' }, tool_call: { name: 'book', arguments: { day: 'sun' } } };
    const call = await recorded();

    const [forced, open] = [
      await replayed('forced', [change], { call }),
      await replayed('open', [change], { call }),
    ];

    const reason = 'The record has no answer from book to {"day":"sun"}.';
    expect(forced.result.status).toBe('diverged');
    expect(forced.comparison).toMatchObject({
      same: 6,
      diverged: 1,
      diverged_at: 2,
      reason,
      first: { kind: 'tool' },
    });
    expect(open.result.status).toBe('diverged');
    expect(open.comparison).toMatchObject({ same: 0, diverged: 7, diverged_at: 2, reason });
  });

  it('takes recorded answers of other turns for the same call', async () => {
    const change = { when: { last_user: 'hm' }, tool_call: { name: 'find_slot', arguments: { day: 'tue' } } };

    const { turns } = await replayed('forced', [change]);

    expect(turns?.[0]).toEqual([2, 'different', 'tool']);
  });

  it('of a call that hides keys is diverged there', async () => {
    const call = await recorded();
    const messages = call.messages?.map((one) => ({
      ...one,
      text: one.text.replace('[keys 12]', '[keys ••]'),
    }));
    const hidden = { ...call, messages };

    const [forced, open] = [
      await replayed('forced', [], { call: hidden }),
      await replayed('open', [], { call: hidden }),
    ];

    expect(forced.turns).toEqual(SAME.map((turn) => (turn[0] === 14 ? [14, 'diverged', undefined] : turn)));
    expect(open.turns).toEqual(
      SAME.map((turn) => (Number(turn[0]) < 14 ? turn : [turn[0], 'diverged', undefined])),
    );
    expect(open.comparison).toMatchObject({
      diverged_at: 14,
      reason: 'The call hides which keys were pressed.',
    });
  });

  it('is compared with a baseline in place of the record', async () => {
    const own: RuleInput = { when: { last_user: 'hm' }, reply: 'Yes?' };
    const call = await recorded();

    for (const mode of ['forced', 'open'] as const) {
      const alike = await replayed(mode, [own], { call, baseline: [own] });
      const unlike = await replayed(mode, [], { call, baseline: [own] });

      expect(alike.turns).toEqual(SAME);
      expect(unlike.comparison?.first).toEqual({
        turn: 2,
        kind: 'words',
        before: '"Yes?"',
        after: '"I see."',
      });
    }
  });

  it('cannot be run with a model that fails, or without a context that the agent needs', async () => {
    const call = await recorded();

    const failing = await replayed('forced', [{ reply: '', fault: 'http_500' }], { call });
    const open = await replayed('open', [{ reply: '', fault: 'http_500' }], { call });
    const play = await receptionist();
    const { snapshot } = play.runOf();
    const context_source = { endpoint: null, required_keys: ['patient'] };
    const run = play.runOf({ snapshot: { ...snapshot, context_source } });
    const { result } = await replayCall({ call, tool_names: {}, mode: 'forced' }, run);

    for (const each of [failing.result, open.result])
      expect(each).toMatchObject({ status: 'error', error: expect.stringContaining('could not be asked') });
    expect(result).toMatchObject({ status: 'error', error: expect.stringContaining('patient') });
  });
});

it('a forced replay gives the model the recorded past, whatever the version said before', async () => {
  const { requests, turns } = await replayed('forced', [
    { when: { last_user: 'hm' }, reply: 'Other words.' },
  ]);

  expect(turns?.[0]).toEqual([2, 'different', 'words']);
  const last = requests.find((body) => body.includes('Bye'));
  expect(last).toContain('Hillside surgery, good morning');
  expect(last).toContain('I see.');
  expect(last).toContain('[keys 12]');
  expect(last).toContain('I have your number.');
  expect(last).not.toContain('Other words.');
});

it('an open replay goes on after other words, and stops where the agent decides otherwise', async () => {
  const { turns, comparison, requests } = await replayed('open', [
    { when: { last_user: 'hm' }, reply: 'Other words.' },
    { when: { last_user: 'book' }, reply: 'For whom?' },
  ]);

  expect(turns).toEqual([
    [2, 'different', 'words'],
    [4, 'same', undefined],
    [7, 'different', 'tool'],
    ...[10, 13, 14, 16].map((turn) => [turn, 'diverged', undefined]),
  ]);
  expect(comparison).toMatchObject({
    diverged_at: 7,
    reason: 'The conversation departed from the call at turn 7.',
  });
  expect(requests.at(-1)).toContain('Other words.');
  expect(requests.some((body) => body.includes('Wait a moment'))).toBe(false);
});

describe('a closed replay', () => {
  /** A contact who says again what was said, and hangs up. */
  const contact = (...words: string[]): RuleInput => ({
    when: { json: true },
    reply: [...words.map((text) => ({ action: 'say', text })), { action: 'hang_up', text: null }].map((act) =>
      JSON.stringify(act),
    ),
  });

  it('compares the tools of the whole call, in any order, and a transfer', async () => {
    const call = await recorded();
    const again = contact('Please book it', 'On Tuesday', 'On Tuesday', 'Wait', 'Hello', 'Bye');

    const same = await replayed('closed', [again], { call });
    const other = await replayed('closed', [contact('On Tuesday', 'Bye')], { call });
    const requests = same.requests.filter((body) => body.includes('json_schema'));

    expect(same.turns).toEqual([[0, 'same', undefined]]);
    expect(requests[0]).toContain('Tuesday please');
    expect(requests[0]).toContain('presses 12');
    expect(other.turns).toEqual([[0, 'different', 'tool']]);
    expect(other.comparison?.first).toMatchObject({ after: 'find_slot {"day":"tue"}' });
  });

  it('is diverged if a tool has no recorded answer', async () => {
    const call = await recorded({ name: 'short', turns: [{ contact: 'Hm' }] });

    const { result } = await replayed('closed', [contact('On Tuesday')], { call });

    expect(result).toMatchObject({
      status: 'diverged',
      compared: [
        { contact: 'calls again', reason: 'The record has no answer from find_slot to {"day":"tue"}.' },
      ],
    });
  });
});
