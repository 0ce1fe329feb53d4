import { afterEach, describe, expect, it, vi } from 'vitest';
import { differencesOf } from '../src/pages/agents/differences.ts';
import { wordDifference } from '../src/pages/agents/word-difference.ts';
import { findingsOf, WHY_MISSING } from '../src/pages/call/findings.ts';
import { feelingOf, partsOf, slowestOf, waitingOf } from '../src/pages/call/latency.ts';
import { outcomeOf } from '../src/pages/call/outcome.ts';
import { timelineOf } from '../src/pages/call/timeline.ts';
import { spanAt, spansOf } from '../src/pages/call/tracks.ts';
import { apiFilters, passes } from '../src/pages/calls/filters.ts';
import { merged, patched } from '../src/pages/calls/merge.ts';
import { viewsIn } from '../src/pages/calls/views.ts';
import {
  beginningsOf,
  changeOf,
  figuresByInterval,
  figuresOf,
  periodOf,
  resultOf,
} from '../src/pages/overview/summary.ts';

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join('');
const rows = (text: string) => [...text].map((id) => ({ id }));

describe('the live list of calls', () => {
  it('puts new calls before those that it has, each once', () => {
    expect(ids(merged(rows('dcb'), rows('cba')))).toBe('dcba');
  });

  it('puts what was read later of a call into its row, and keeps what did not change', () => {
    const pages = ['dc', 'ba'].map((text) => ({
      items: rows(text).map((row) => ({ ...row, status: 'in_progress' })),
    }));
    const [first, second] = patched(pages, [
      { id: 'a', status: 'ended' },
      { id: 'd', status: 'in_progress' },
    ]);

    expect(first).toBe(pages[0]);
    expect(second?.items[0]).toBe(pages[1]?.items[0]);
    expect(second?.items[1]).toEqual({ id: 'a', status: 'ended' });
    expect(patched(pages, [{ id: 'd', status: 'in_progress' }])).toBe(pages);
  });

  it('sends the API’s filters to the API, and ignores unknown ones', () => {
    expect(
      apiFilters({ status: 'ended', direction: 'sideways', after: '2026-01-01T00:00:00Z' }),
    ).toMatchObject({
      status: 'ended',
      direction: undefined,
      created_after: '2026-01-01T00:00:00Z',
    });
  });

  it('begins a range at a midnight of the reader, and leaves the time open without one', () => {
    const noon = new Date(2026, 0, 10, 12).getTime();

    expect(apiFilters({ when: '7' }, noon).created_after).toBe(new Date(2026, 0, 4).toISOString());
    expect(apiFilters({ when: 'ever' }, noon).created_after).toBeUndefined();
  });

  it('reads saved views, whatever the browser has kept', () => {
    expect(viewsIn('[{"name":"Failed","search":"?status=error"},{"name":1},null]')).toEqual([
      { name: 'Failed', search: '?status=error' },
    ]);
    expect(viewsIn('{}')).toEqual([]);
    expect(viewsIn('[')).toEqual([]);
  });

  it('filters by outcome and text in the browser', () => {
    const call = { stage_outcome: 'human_disconnected', transcript: 'HUMAN: The Blue one' } as const;

    expect(passes({ to_number: '+15551230001' }, { text: '(555) 123' })).toBe(true);
    expect(passes({ to_number: '+15551230001' }, { text: '124' })).toBe(false);
    expect(passes(call, { text: ' blue ' })).toBe(true);
    expect(passes(call, { text: 'red' })).toBe(false);
    expect(passes(call, { outcome: 'bot_disconnected' })).toBe(false);
    expect(passes({}, { text: 'a' })).toBe(false);
  });
});

describe('the tracks of a recording', () => {
  const turn = (key: string, speaker: 'agent' | 'human' | 'action', second: number, letters: number) => ({
    key,
    speaker,
    text: 'x'.repeat(letters),
    at: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString(),
  });
  const turns = [
    turn('greeting', 'agent', 0, 60),
    turn('answer', 'human', 8, 30),
    turn('lookup', 'action', 8, 5),
    turn('offer', 'agent', 9, 300),
    turn('barge-in', 'human', 14, 30),
    turn('goodbye', 'agent', 18, 300),
  ];
  const spans = spansOf(turns, '2026-01-01T12:00:00Z', 20);

  it('begin with the agent’s words and end with the contact’s, and do not overlap', () => {
    expect(spans.map(({ key, from, to }) => [key, from, to])).toEqual([
      ['greeting', 0, 4],
      ['answer', 6, 8],
      ['offer', 9, 12],
      ['barge-in', 12, 14],
      ['goodbye', 18, 20],
    ]);
  });

  it('tell which turn is heard at a time', () => {
    const heard = [0, 5.9, 6, 8.9, 9, 13, 99].map((second) => spanAt(spans, second)?.key);

    expect(heard).toEqual(['greeting', 'greeting', 'answer', 'answer', 'offer', 'barge-in', 'goodbye']);
    expect(spanAt(spans, -1)).toBeUndefined();
    expect(spansOf(turns, undefined, 20)).toEqual([]);
  });
});

describe('a call in words', () => {
  const [start_time, end_time] = ['2026-01-01T12:00:00Z', '2026-01-01T12:02:05Z'];

  it.each([
    [
      { status: 'ended', stage_outcome: 'bot_disconnected', start_time, end_time },
      'The agent hung up after 2 min',
    ],
    [
      { status: 'ended', stage_outcome: 'human_disconnected', start_time, end_time: '2026-01-01T12:00:42Z' },
      'The contact hung up after 42 s',
    ],
    [
      { status: 'ended', stage_outcome: 'human_disconnected', start_time, end_time: '2026-01-01T13:05:00Z' },
      'The contact hung up after 1 h 5 min',
    ],
    [{ status: 'ended', stage_outcome: 'human_unanswered', end_time }, 'Nobody answered'],
    [
      {
        status: 'ended',
        stage_outcome: 'human_unanswered',
        start_time,
        end_time,
        human_detection_result: 'no_human',
      },
      'A machine answered',
    ],
    [{ status: 'error' }, 'The call failed'],
    [{ status: 'in_progress', start_time }, 'The call is live'],
    [{ status: 'not_started', scheduled_at: end_time }, 'Scheduled'],
    [{ status: 'not_started', scheduled_at: end_time, telephony_id: 'CA1' }, 'Being dialed'],
  ] as const)('is how it went: %j is %s', (call, words) => {
    expect(outcomeOf(call)).toBe(words);
  });

  it.each([
    [0, 'good'],
    [799, 'good'],
    [800, 'busy'],
    [1_500, 'busy'],
    [1_501, 'bad'],
  ])('colours a silence of %i ms by what it feels like: %s', (ms, feeling) => {
    expect(feelingOf(ms)).toBe(feeling);
  });

  it('knows what was waited for, and in which answer', () => {
    const answer = (key: string, silenceMs: number, segments: [string, number][]) => ({
      key,
      speaker: 'agent' as const,
      text: '',
      silenceMs,
      segments: segments.map(([name, ms]) => ({ name, ms })),
    });
    const turns = [
      { key: 'a', speaker: 'human' as const, text: '' },
      answer('b', 400, [
        ['model_asked', 100],
        ['first_token', 300],
        ['answer_over', 9_000],
      ]),
      answer('c', 2_000, [
        ['model_asked', 120],
        ['first_token', 1_900],
      ]),
      answer('d', 500, [['first_token', 500]]),
    ];

    expect(waitingOf(turns)).toEqual({ medianMs: 500, mostMs: 2_000, answers: 3 });
    expect(waitingOf([])).toBeUndefined();
    expect(partsOf(turns).map(([, ms]) => ms)).toEqual([100, 500]);
    expect(slowestOf(turns)?.key).toBe('c');
  });
});

describe('the timeline', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12) + seconds * 1000).toISOString();
  const call = {
    direction: 'outbound',
    status: 'ended',
    created_at: at(0),
    start_time: at(5),
    end_time: at(60),
    stage_outcome: 'bot_disconnected',
    transfer_attempts: [{ phone_number: '+15551230001', started_at: at(50), failed_at: at(58) }],
  } as never;
  const turn = (seconds: number, speaker: 'agent' | 'human' | 'action', others: object = {}) => ({
    key: String(seconds),
    at: at(seconds),
    speaker,
    text: 'words',
    ...others,
  });
  const titles = (entries: readonly { readonly title: string }[]) => entries.map(({ title }) => title);

  it('has states, turns, barge-ins, keys and actions in the order of their time', () => {
    const turns = [
      turn(6, 'agent', { interrupted: true }),
      turn(8, 'human'),
      turn(10, 'human', { text: '[keys 42]' }),
      turn(12, 'action', { failed: true }),
      turn(13, 'action', { pressesKeys: true }),
      turn(15, 'agent', { interrupted: true }),
    ];
    const entries = timelineOf(call, turns);

    expect(titles(entries)).toEqual([
      'Answered',
      'Agent',
      'Barge-in',
      'Contact',
      'Contact pressed keys',
      'Action',
      'Agent pressed keys',
      'Agent',
      'Transfer dialed',
      'Transfer failed',
      'Cut off',
      'The agent hung up after 55 s',
    ]);
    expect(entries.find(({ kind }) => kind === 'keys')?.detail).toBe('42');
    expect(entries.filter(({ bad }) => bad).map(({ title }) => title)).toEqual(['Action', 'Transfer failed']);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });
});

describe('the findings of an analysis', () => {
  it('are in reading order, each with its proof or the reason for its absence', () => {
    const quotations = [{ message: 2, sender: 'human' as const, text: 'on Tuesday' }];
    const findings = findingsOf({
      run: 1,
      at: 'x',
      status: 'done',
      extracted: {
        appointment_day: { value: 'Tuesday', quotations },
        guests: { value: null, reason: 'not_said', quotations: [] },
        size: { value: { width: 2 }, quotations: [] },
      },
      success: { value: false, quotations },
      summary: { value: 'A table.', quotations },
    });

    expect(findings.map(({ name, value }) => [name, value])).toEqual([
      ['Summary', 'A table.'],
      ['Success', 'no'],
      ['Appointment day', 'Tuesday'],
      ['Guests', undefined],
      ['Size', '{\n  "width": 2\n}'],
    ]);
    expect(findings[2]?.quotations).toBe(quotations);
    expect(WHY_MISSING[findings[3]?.reason ?? 'too_large']).toBe('It was not said.');
  });
});

describe('the overview', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    [{ status: 'in_progress' }, 'open'],
    [{ status: 'ended', start_time: 'x', stage_outcome: 'human_disconnected' }, 'answered'],
    [{ status: 'ended', stage_outcome: 'human_unanswered', start_time: 'x' }, 'not reached'],
    [{ status: 'error', stage_outcome: 'call_did_not_connect' }, 'not reached'],
    [{ status: 'error', start_time: 'x' }, 'failed'],
    [{ status: 'error' }, 'failed'],
  ])('counts %j as %s', (call, result) => {
    expect(resultOf(call as never)).toBe(result);
  });

  it.each([
    ['America/New_York', ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00']],
    ['Asia/Kolkata', ['2026-03-06T18:30', '2026-03-07T18:30', '2026-03-08T18:30']],
    // The clock goes from midnight to one there.
    ['America/Havana', ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T04:00']],
  ])('begins days at the midnights of %s, also when its clocks change', (zone, expected) => {
    vi.stubEnv('TZ', zone);

    expect(isoOf(beginningsOf(3, Date.parse('2026-03-09T17:00:00Z'), 'day'))).toEqual(expected);
  });

  it.each([
    ['America/New_York', 7, '2026-03-03T05:00', '2026-02-24T05:00', '2026-03-02T17:00'],
    ['America/New_York', 1, '2026-03-09T04:00', '2026-03-08T05:00', '2026-03-08T16:00'],
  ])('compares the same days before, to the same time of day: %s, %i', (zone, days, from, before, until) => {
    vi.stubEnv('TZ', zone);
    const now = Date.parse('2026-03-09T16:00:00Z');
    const period = periodOf(days, now);

    expect(isoOf([period.beginnings[0] ?? 0, period.before.from, period.before.until])).toEqual([
      from,
      before,
      until,
    ]);
    expect(period.beginnings.length).toBe(days === 1 ? 13 : 7);
  });

  it('sums up calls, and tells a change only where there is something to compare with', () => {
    const call = (minute: number, others: object) => ({
      created_at: `2026-01-05T12:${minute}:00Z`,
      status: 'ended',
      start_time: '2026-01-05T12:00:00Z',
      end_time: '2026-01-05T12:01:00Z',
      ...others,
    });
    const calls = [
      call(10, { cost: { total: 0.5, currency: 'USD' }, latency: { silence_p50_ms: 700 } }),
      call(40, { stage_outcome: 'human_unanswered', start_time: undefined }),
    ] as never;

    expect(figuresOf(calls)).toEqual({ calls: 2, answered: 0.5, length: 60, silence: 700, cost: 0.5 });
    const halves = ['12:00', '12:30'].map((time) => Date.parse(`2026-01-05T${time}:00Z`));
    expect(figuresByInterval(calls, halves).map(({ answered }) => answered)).toEqual([1, 0]);
    expect(changeOf(3, 2)).toBe(0.5);
    expect(changeOf(3, 0)).toBeUndefined();
  });
});

const isoOf = (times: readonly number[]) => times.map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('two versions of an agent', () => {
  it('differ in the fields that changed, by their paths', () => {
    const before = { name: 'Ada', prompt: { content: 'a' }, actions: [{ id: 1 }], user_id: 'x' };
    const after = { name: 'Ada', prompt: { content: 'b' }, actions: [], user_id: 'y', speed: 2 };

    expect(differencesOf(before, after)).toEqual([
      { path: 'prompt.content', before: 'a', after: 'b' },
      { path: 'actions.0', before: '{\n  "id": 1\n}', after: '' },
      { path: 'speed', before: '', after: '2' },
    ]);
  });

  it.each([
    ['Be kind and brief.', 'Be kind, and very brief.', 'Be[- kind][+ kind,] and[+ very] brief.'],
    ['a b c', 'a b c', 'a b c'],
    ['', 'new words', '[+new words]'],
    ['one two three', 'three', '[-one two three][+three]'],
    ['a  b\nc', 'a  c', 'a[-  b\nc][+  c]'],
  ])('differ word by word: %j and %j', (before, after, shown) => {
    const pieces = wordDifference(before, after);
    const marks = {
      same: (text: string) => text,
      removed: (t: string) => `[-${t}]`,
      added: (t: string) => `[+${t}]`,
    };

    expect(pieces.map(({ kind, text }) => marks[kind](text)).join('')).toBe(shown);
    expect(textOf(pieces, 'added')).toBe(before);
    expect(textOf(pieces, 'removed')).toBe(after);
  });
});

/** The text of the pieces without one kind. */
const textOf = (pieces: ReturnType<typeof wordDifference>, without: string) =>
  pieces.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
