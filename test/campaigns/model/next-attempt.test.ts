import { describe, expect, it } from 'vitest';
import { nextCallTime, numberOf } from '../../../lambdas/campaigns/model/call-time.ts';
import { type AttemptResult, campaign } from '../../../lambdas/campaigns/model/campaign.ts';
import { capacity, expectedEnd, whyToPause } from '../../../lambdas/campaigns/model/guards.ts';
import { afterAttempt, resultOfCall } from '../../../lambdas/campaigns/model/next-attempt.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const NOW = new Date('2026-10-31T12:00:00.000Z');
const ID = '0190b7f4-0000-7000-8000-000000000001';
const campaignWith = (settings: object = {}) =>
  campaign.parse({
    ...{ id: ID, user_id: ID, name: 'Test', agent: ID, from_number: '+15550001111', status: 'running' },
    ...{ created_at: '2026-10-01T00:00:00.000Z', ...settings },
  });
const attemptsOf = (...results: string[]) =>
  results.map((result) => ({ call_id: ID, number: '+15550002222', at: '2026-10-30T12:00:00.000Z', result }));
const recipientWith = (attempts = attemptsOf(''), further: string[] = []) => ({
  ...{ to_number: '+12125550001', further_numbers: further, attempts },
});
const result = (name: AttemptResult, more = {}) => ({ result: name, isAbandoned: false, ...more });

describe('after an attempt', () => {
  const WISH = '2026-11-02T17:00:00.000Z';
  const byField = { outcome_field: 'result', final_outcomes: ['sold'] };
  it.each<[string, object, Parameters<typeof recipientWith>, ReturnType<typeof result>, string]>([
    ['reached', {}, [], result('reached'), 'done reached'],
    ['busy', {}, [], result('busy'), '+15'],
    ['no answer', {}, [], result('no_answer'), '+120'],
    ['a machine', {}, [], result('machine'), '+240'],
    [
      'no attempt after a machine',
      { attempts: { machine_minutes: null } },
      [],
      result('machine'),
      'done machine',
    ],
    ['the last of three', {}, [attemptsOf('busy', 'busy', '')], result('busy'), 'done busy'],
    ['a wish to be called', {}, [], result('callback', { callbackAt: WISH }), WISH],
    ['a wish does not count', {}, [attemptsOf('callback', 'busy', '')], result('busy'), '+15'],
    [
      'but never beyond 20',
      {},
      [Array(20).fill(attemptsOf('callback')[0])],
      result('callback'),
      'done callback',
    ],
    ['a wrong number, with another', {}, [attemptsOf(''), ['+12125550002']], result('failed'), '+1'],
    [
      'a wrong number, the last one',
      {},
      [attemptsOf('failed', ''), ['+12125550002']],
      result('failed'),
      '+60',
    ],
    ['a final outcome', byField, [], result('reached', { outcome: 'sold' }), 'done sold'],
    ['another outcome', byField, [], result('reached', { outcome: 'unsure' }), '+1440'],
    ['no analysis', byField, [], result('reached'), '+1440'],
  ])('%s', (_, settings, given, came, expected) => {
    const next = afterAttempt(campaignWith(settings), recipientWith(...given), came, NOW);
    const shown =
      'outcome' in next
        ? `done ${next.outcome}`
        : expected.startsWith('+')
          ? `+${(next.dueAt.getTime() - NOW.getTime()) / 60_000}`
          : next.dueAt.toISOString();
    expect(shown).toBe(expected);
  });

  it('calls the numbers in turn', () => {
    const further = ['+12125550002', '+12125550003'];
    const numbers = [0, 1, 2, 3].map((count) =>
      numberOf(recipientWith(attemptsOf(...Array(count).fill('busy')), further)),
    );
    expect(numbers.map((number) => number.slice(-1)).join('')).toBe('1231');
  });
});

describe('the result of a call', () => {
  const ended = {
    status: 'ended' as const,
    dialing_at: '2026-10-31T11:58:00.000Z',
    end_time: '2026-10-31T12:00:00.000Z',
  };
  const answered = { ...ended, start_time: '2026-10-31T11:59:00.000Z' };
  const vendor = (call_status: string) => ({ telephony_metadata: { call_sid: 'CA1', call_status } });
  const says = (seconds: string) => ({
    messages: [{ sender: 'agent' as const, text: 'Hello', timestamp: `2026-10-31T11:59:${seconds}Z` }],
  });
  const finding = (value: string) => ({ value, quotations: [] });
  const saysLater = (time: string) => ({
    analysis: {
      ...{ run: 1, at: NOW.toISOString(), status: 'done' as const },
      extracted: { result: finding('sold'), later: finding(time) },
    },
  });
  it.each<[string, object, unknown]>([
    ['under way', { dialing_at: 'x' }, undefined],
    ['not dialed', { ...ended, dialing_at: undefined }, 'not_dialed'],
    ['busy', { ...ended, ...vendor('busy') }, result('busy')],
    ['no answer', { ...ended, ...vendor('no-answer') }, result('no_answer')],
    ['failed', { ...ended, ...vendor('failed') }, result('failed')],
    ['a person', { ...answered, ...says('01.500'), answered_by: 'human' }, result('reached')],
    [
      'a person who waited',
      { ...answered, ...says('02.500'), answered_by: 'human' },
      result('reached', { isAbandoned: true }),
    ],
    ['a machine', { ...answered, answered_by: 'voicemail' }, result('machine')],
    ['a screener', { ...answered, answered_by: 'screener' }, result('screened')],
    [
      'a person who wants another call',
      { ...answered, ...says('01.000'), is_analyzed: true, ...saysLater('2026-11-02T17:00:00+01:00') },
      result('callback', { callbackAt: '2026-11-02T16:00:00.000Z' }),
    ],
    [
      'a wish in the past',
      { ...answered, ...says('01.000'), is_analyzed: true, ...saysLater('2026-10-02T17:00:00Z') },
      result('reached', { outcome: 'sold' }),
    ],
    ['awaits its analysis', { ...answered, ...says('01.000'), is_analyzed: true }, undefined],
  ])('%s', (_, call, expected) => {
    const found = resultOfCall(storedCall(call), { outcome_field: 'result', callback_field: 'later' }, NOW);
    expect(found).toEqual(expected);
  });
});

describe('the time of the next attempt', () => {
  const hours = { weekdays: ['09:00-20:00'], saturday: ['10:00-16:00'], sunday: [] };
  it.each([
    // Saturday, 08:00 in New York; the clocks go back on Sunday.
    ['+12125550001', '2026-10-31T12:00:00Z', '2026-10-31T14:00:00.000Z'],
    ['+12125550001', '2026-10-31T19:59:00Z', '2026-10-31T19:59:00.000Z'],
    ['+12125550001', '2026-10-31T20:00:00Z', '2026-11-02T14:00:00.000Z'],
    ['+493055550001', '2026-10-24T14:00:00Z', '2026-10-26T08:00:00.000Z'],
  ])('of %s at %s', (to_number, at, expected) => {
    const next = nextCallTime(campaignWith({ hours }), { to_number, attempts: [] }, new Date(at));
    expect(next?.toISOString()).toBe(expected);
  });

  it('waits for a day after two attempts, and never calls a number without a zone', () => {
    const attempts = attemptsOf('busy', 'busy');
    const next = nextCallTime(campaignWith(), recipientWith(attempts), new Date('2026-10-31T11:00:00Z'));
    expect(next?.toISOString()).toBe('2026-10-31T12:00:00.000Z');
    const toll = { to_number: '+18005550001', attempts: [] };
    expect(nextCallTime(campaignWith({ hours }), toll, NOW)).toBeUndefined();
  });
});

describe('a campaign', () => {
  const counts = { dialed: 0, dialedToday: 0, reached: 100, abandoned: 0, failures_in_row: 0, cost: 0 };
  it.each([
    [{}, {}, undefined],
    [{ budget: 5 }, { cost: 5 }, 'budget'],
    [{}, { failures_in_row: 20 }, 'failures'],
    [{}, { abandoned: 3 }, undefined],
    [{}, { abandoned: 4 }, 'abandoned'],
    [{}, { reached: 29, abandoned: 29 }, undefined],
  ])('with %j that counted %j pauses because of %s', (settings, counted, reason) => {
    expect(whyToPause(campaignWith(settings), { ...counts, ...counted })).toBe(reason);
  });

  it.each([
    [{}, 0, 0, 10],
    [{}, 4, 0, 6],
    [{}, 12, 0, 0],
    [{ calls_per_day: 100 }, 0, 97, 3],
  ])('with %j, %i calls and %i of today places %i', (settings, calling, dialedToday, room) => {
    expect(capacity(campaignWith(settings), { calling, dialedToday })).toBe(room);
  });

  it('ends at the rate so far', () => {
    const started = campaignWith({ started_at: '2026-10-31T11:00:00.000Z' });
    expect(expectedEnd(started, { done: 25, all: 100 }, NOW)?.toISOString()).toBe('2026-10-31T15:00:00.000Z');
    expect(expectedEnd(started, { done: 0, all: 100 }, NOW)).toBeUndefined();
  });
});
