import { describe, expect, it } from 'vitest';
import { type DialQuestion, mayDial, RULE_TABLES } from '../../../../lambdas/calls/model/law/may-dial.ts';
import type { StoredConsent } from '../../../../lambdas/consents/model/consent.ts';
import { rowsOf } from '../../../support/rows.ts';

const consent = (overrides: Partial<StoredConsent> = {}): StoredConsent => ({
  id: '01900000-0000-7000-8000-000000000001',
  user_id: '01900000-0000-7000-8000-000000000000',
  phone_number: '+13055550100',
  type: 'given',
  purpose: 'marketing',
  words: 'I agree to calls with an artificial voice.',
  source: 'https://example.com/form',
  recorded_by: null,
  at: '2026-01-01T00:00:00.000Z',
  valid_until: null,
  written: true,
  artificial_voice: true,
  call_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...overrides,
});

const MIAMI = '+13055550100';
const OPERATOR: DialQuestion['operator'] = {
  ...{ mode: 'enforce', permittedPlaces: [], quietHours: '', consentToInformational: 'recorded' },
};

function ask({ at, ...overrides }: Partial<Omit<DialQuestion, 'at'>> & { readonly at: string }) {
  return mayDial({
    purpose: 'marketing',
    toNumber: MIAMI,
    consents: [consent()],
    dials: [],
    checkedLists: { it_registro_opposizioni: at },
    hasDisclosure: true,
    operator: OPERATOR,
    ...overrides,
    at: new Date(at),
  });
}

/** What an answer says in short: `yes`, or the rule with the time from which the call may be dialed. */
function short(answer: ReturnType<typeof mayDial>): string {
  if (answer.allowed) return 'yes';
  const from = answer.notBefore?.toISOString().replace(/:00[.]000Z$/, 'Z');
  return from ? `${answer.rule} until ${from}` : answer.rule;
}

describe('the hours of marketing calls', () => {
  // The first minute that is permitted, and the first that no longer is.
  it.each(
    rowsOf<[place: string, number: string, opens: string, closes: string]>(
      import.meta.url,
      '../corpus/marketing-hours.jsonl',
    ),
  )('permit calls to %s from one minute to another', (_place, toNumber, opens, closes) => {
    const minuteBefore = (minute: string) => new Date(Date.parse(`${minute}Z`) - 60_000).toISOString();

    expect(short(ask({ toNumber, at: minuteBefore(opens) }))).toBe(`hours until ${opens}Z`);
    expect(short(ask({ toNumber, at: `${opens}Z` }))).toBe('yes');
    expect(short(ask({ toNumber, at: minuteBefore(closes) }))).toBe('yes');
    expect(short(ask({ toNumber, at: `${closes}Z` }))).toMatch(/^hours until/);
  });

  it.each([
    ['the day on which summer time begins', '2026-03-08T02:00Z', 'hours until 2026-03-08T12:00Z'],
    ['the day before', '2026-03-07T02:00Z', 'hours until 2026-03-07T13:00Z'],
    ['the day on which summer time ends', '2026-11-01T02:00Z', 'hours until 2026-11-01T13:00Z'],
    ['the day before that', '2026-10-31T02:00Z', 'hours until 2026-10-31T12:00Z'],
  ])('begin at eight by the local clock on %s', (_day, at, expected) => {
    expect(short(ask({ at }))).toBe(expected);
  });

  it('end before a public holiday of France and begin after a long weekend', () => {
    const toNumber = '+33123456789';

    expect(short(ask({ toNumber, at: '2026-04-03T18:00Z' }))).toBe('hours until 2026-04-07T08:00Z');
    expect(short(ask({ toNumber, at: '2026-05-14T10:00Z' }))).toBe('hours until 2026-05-15T08:00Z');
  });

  it('are those of the number and of the known address alike', () => {
    const location = { country: 'US', region: 'CA' };

    expect(short(ask({ location, at: '2026-06-01T14:00Z' }))).toBe('hours until 2026-06-01T16:00Z');
    expect(short(ask({ location, at: '2026-06-02T00:00Z' }))).toBe('hours until 2026-06-02T16:00Z');
    expect(short(ask({ location: { timezone: 'Pacific/Honolulu' }, at: '2026-06-01T14:00Z' }))).toBe(
      'hours until 2026-06-01T18:00Z',
    );
  });
});

describe('a decision about a call', () => {
  const noon = '2026-06-01T16:00Z';

  it.each<[string, string, Partial<Omit<DialQuestion, 'at'>>]>([
    ['yes', 'in order', {}],
    ['consent', 'without consent', { consents: [] }],
    ['consent', 'with spoken consent', { consents: [consent({ written: false })] }],
    ['consent', 'with consent to a person only', { consents: [consent({ artificial_voice: false })] }],
    ['consent', 'with consent to other calls', { consents: [consent({ purpose: 'informational' })] }],
    ['consent', 'after the consent', { consents: [consent({ valid_until: '2026-06-01T16:00:00.000Z' })] }],
    ['consent', 'before the consent', { consents: [consent({ at: '2026-06-01T16:01:00.000Z' })] }],
    [
      'consent',
      'after a withdrawal',
      {
        consents: [consent({ at: '2026-05-01T00:00:00.000Z', type: 'withdrawn', purpose: null }), consent()],
      },
    ],
    [
      'consent',
      'after a withdrawal, with a consent that was dated ahead',
      {
        consents: [
          consent({ at: '2026-04-01T00:00:00.000Z', type: 'withdrawn', purpose: null }),
          consent({ at: '2026-05-01T00:00:00.000Z' }),
        ],
      },
    ],
    ['disclosure', 'without disclosure', { hasDisclosure: false }],
    [
      'disclosure',
      'about a delivery',
      { purpose: 'informational', hasDisclosure: false, consents: [consent({ purpose: 'informational' })] },
    ],
    ['yes', 'of an emergency', { purpose: 'emergency', hasDisclosure: false, consents: [] }],
    ['place', 'to a toll-free number', { toNumber: '+18005550100' }],
    [
      'yes',
      'to a toll-free number of a known place',
      { toNumber: '+18005550100', location: { country: 'US', region: 'NY' } },
    ],
    ['place', 'to a state without a table', { toNumber: '+16145550100' }],
    ['place', 'to a known address in such a state', { location: { country: 'US', region: 'OH' } }],
    ['place', 'to a country without a table', { toNumber: '+81312345678' }],
    ['list', 'to Italy without a check', { toNumber: '+393123456789', checkedLists: {} }],
    [
      'list',
      'to Italy with an old check',
      { toNumber: '+393123456789', checkedLists: { it_registro_opposizioni: '2026-05-17T15:59:00.000Z' } },
    ],
  ])('says %s of a call %s', (expected, _case, overrides) => {
    expect(short(ask({ at: noon, ...overrides }))).toBe(expected);
  });

  it('permits the place that the operator permits, with the rules that it knows', () => {
    const operator = { ...OPERATOR, permittedPlaces: ['US-OH', 'JP'] };

    expect(short(ask({ at: noon, toNumber: '+16145550100', operator }))).toBe('yes');
    expect(short(ask({ at: noon, toNumber: '+16145550100', consents: [], operator }))).toBe('consent');
    expect(short(ask({ at: noon, toNumber: '+81312345678', operator }))).toBe('yes');
  });

  it('lets an informational call pass at night, unless the operator has quiet hours', () => {
    const night = '2026-06-01T04:00Z';
    const informational = { purpose: 'informational', consents: [] } as const;
    const assumed = { ...OPERATOR, consentToInformational: 'assumed' } as const;
    const operator = { ...assumed, quietHours: '21:00-08:30' };

    expect(short(ask({ ...informational, at: night, operator: assumed }))).toBe('yes');
    expect(short(ask({ ...informational, at: night, operator }))).toBe('quiet_hours until 2026-06-01T12:30Z');
    expect(short(ask({ purpose: 'emergency', at: night, operator }))).toBe('yes');
  });

  it('counts three calls on a subject in 24 hours, and waits for the hours thereafter', () => {
    const dials = ['2026-05-31T17:00Z', '2026-05-31T23:30Z', '2026-06-01T13:00Z'].map((at) => ({
      at,
      subject: 'a',
    }));
    const late = dials.map(({ at }, index) => ({ at: index === 0 ? '2026-05-31T23:59Z' : at, subject: 'a' }));

    expect(short(ask({ at: noon, dials, subject: 'a' }))).toBe('cap until 2026-06-01T17:00Z');
    expect(short(ask({ at: '2026-06-01T17:00Z', dials, subject: 'a' }))).toBe('yes');
    expect(short(ask({ at: noon, dials, subject: 'b' }))).toBe('yes');
    expect(short(ask({ at: noon, dials }))).toBe('cap until 2026-06-01T17:00Z');
    expect(short(ask({ at: noon, dials: late.slice(0, 2), subject: 'a' }))).toBe('yes');
  });

  it('says which tables and consents it used', () => {
    const { tables, consentIds } = ask({ at: noon });

    expect(tables.map(({ code }) => code)).toEqual(['US', 'US-FL']);
    expect(consentIds).toEqual([consent().id]);
  });
});

it('names a source and a date for each table', () => {
  for (const { sources, checked } of Object.values(RULE_TABLES)) {
    expect(sources.join('')).not.toBe('');
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});
