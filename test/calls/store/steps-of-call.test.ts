import { describe, expect, it } from 'vitest';
import { analysisMessages } from '../../../lambdas/calls/model/analysis/ask-analysis.ts';
import { turnsOfCall } from '../../../lambdas/calls/model/call-turns.ts';
import { connectCall } from '../../../lambdas/calls/store/calls.ts';
import { finishCall } from '../../../lambdas/calls/store/finish-call.ts';
import type { Session, Turn } from '../../../lambdas/conversation/model/session.ts';
import { pathOfCall, valuesOfCall } from '../../../lambdas/conversation/model/steps/call-steps.ts';
import type { StepsState } from '../../../lambdas/conversation/model/steps/steps-state.ts';
import { beginConversation } from '../../../lambdas/conversation/store/begin-conversation.ts';
import { eventsOfCall } from '../../../lambdas/events/model/events-of-change.ts';
import { BILLING_AGENT } from '../../support/agent-steps.ts';
import { newCallIn, sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { tableOfFile } from '../../support/table/table.ts';

// What a call keeps of the steps of its agent.

const table = await tableOfFile();
const now = new Date('2026-01-01T00:01:00.000Z');

const STATE: StepsState = {
  step: 'help',
  values: {
    phone: {
      value: '+15551234567',
      source: 'contact',
      read_back: { words: 'five five five …', turn: 1 },
      confirmed_at: 2,
    },
    account: { value: { overdue: 3 }, source: 'tool' },
    card: { value: '4242424242424242', source: 'contact', secure: true },
  },
  ...{ visits: {}, turn: 2, moves: 0, silences: 0, attempts: 0, always_at: {} },
};
const VALUES = {
  phone: {
    value: '+15551234567',
    source: 'contact',
    read_back: 'five five five …',
    confirmed_at: 2,
  },
  account: { value: { overdue: 3 }, source: 'tool' },
};
const EXIT = { to: 'help', by: 'code' as const, reason: 'account.overdue > 0', through: ['pay'] };

const turnsOf = (session: Session, turns: readonly Partial<Turn>[]) =>
  turns.map((turn, index) => {
    const { call_id, user_id, hipaa_compliant } = session;
    const own = {
      call_id,
      user_id,
      hipaa_compliant,
      webhook_id: null,
      number: index + 1,
      timestamp: now.toISOString(),
    };
    return { ...own, sender: 'human', text: 'Hi.', ...turn } as Turn;
  });

const session = sessionOf(storedCall());
const pathOf = (turns: readonly Partial<Turn>[], step = STATE.step) =>
  pathOfCall({ steps: { ...STATE, step } }, turnsOf(session, turns));

/** A call whose conversation had these steps when it ended. */
async function ended(overrides: Parameters<typeof storedCall>[0] = {}) {
  const { call, key } = await newCallIn(table, { dialing_at: now.toISOString(), ...overrides });
  await connectCall(table, key, { sid: `CA${call.id}`, now });
  const own = { ...sessionOf(call), steps: STATE, turns: 2 };
  const history = turnsOf(own, [{ step: 'identify' }, { step: 'identify', exit: EXIT }]);
  await beginConversation(table, `connection-${call.id}`, { session: own, now, history });
  const after = await finishCall(table, key, { transition: 'end', now });
  if (!after) throw new Error('The call is not there.');
  return { before: { ...call, status: 'in_progress' as const, start_time: now.toISOString() }, after };
}

describe('a call whose agent has steps', () => {
  it('keeps its values without those of secure steps, its path, and the step of each turn', async () => {
    const { before, after } = await ended();

    const path = [
      { step: 'identify', turn: 1, exit: EXIT },
      { step: 'help', turn: 2 },
    ];
    expect(after).toMatchObject({ values: VALUES, path });
    expect(JSON.stringify(after)).not.toContain('4242');
    expect(turnsOfCall(after).map(({ step, exit }) => [step, exit])).toEqual([
      ['identify', undefined],
      ['identify', EXIT],
    ]);
    const [end] = eventsOfCall(before, after).filter(({ type }) => type === 'event_phone_call_ended');
    expect(end?.payload).toMatchObject({ values: VALUES, path });
  });

  it('keeps only its path if it is HIPAA-compliant', async () => {
    const { after } = await ended({ hipaa_compliant: true });

    expect(after.values).toBeUndefined();
    expect(after.path?.map(({ step }) => step)).toEqual(['identify', 'help']);
    expect(turnsOfCall(after).map(({ step }) => step)).toEqual(['identify', 'identify']);
  });

  it('tells the analysis its values', () => {
    const settings = { summary: true, sentiment: false };
    const ask = (values?: ReturnType<typeof valuesOfCall>) =>
      JSON.stringify(analysisMessages(settings, { messages: [], language: 'en', values }));

    expect(ask(valuesOfCall({ steps: STATE }))).toContain(
      JSON.stringify('"phone":{"value":"+15551234567","confirmed":true}').slice(1, -1),
    );
    expect(ask({})).toBe(ask());
  });
});

describe('the path of a call', () => {
  it.each<[string, readonly Partial<Turn>[], string, unknown[]]>([
    ['of turns without steps', [{}], 'a', [['a', 1]]],
    [
      'that comes back to a step',
      [
        { step: 'a', exit: EXIT },
        { step: 'b', exit: EXIT },
      ],
      'a',
      [
        ['a', 1, 'help'],
        ['b', 2, 'help'],
        ['a', 2],
      ],
    ],
    [
      'that leaves a step to itself',
      [{ step: 'a', exit: { ...EXIT, to: 'a' } }, { step: 'a' }],
      'a',
      [
        ['a', 1, 'a'],
        ['a', 2],
      ],
    ],
    [
      'through another agent',
      [{ step: 'a' }, { step: 'a', agent_id: BILLING_AGENT }],
      'a',
      [
        ['a', 1],
        ['a', 2],
      ],
    ],
  ])('%s', (_, turns, step, expected) => {
    const brief = pathOf(turns, step).map(({ step: name, turn, exit }) =>
      exit ? [name, turn, exit.to] : [name, turn],
    );

    expect(brief).toEqual(expected);
  });

  it('and its values are bounded', () => {
    const turns = Array.from({ length: 500 }, (_, index) => ({ step: `s${index}` }));
    const values = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `v${index}`,
        { value: 'x'.repeat(3_900), source: 'tool' as const },
      ]),
    );

    expect(pathOf(turns)).toHaveLength(200);
    expect(Object.keys(valuesOfCall({ steps: { ...STATE, values } }))).toHaveLength(10);
  });
});
