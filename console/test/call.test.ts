import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../test/support/rows.ts';
import { feelingOf } from '../src/format/duration.ts';
import { shortOutcome } from '../src/format/outcome.ts';
import { findingsOf, WHY_MISSING } from '../src/pages/call/findings.ts';
import { partsOf, slowestOf, waitingOf } from '../src/pages/call/latency.ts';
import { outcomeOf } from '../src/pages/call/outcome.ts';
import { timelineOf } from '../src/pages/call/timeline.ts';
import { blocksOf, marksOf, spanAt, spansOf } from '../src/pages/call/tracks.ts';
import type { Segment } from '../src/pages/conversation/transcript.ts';

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

  it('have lanes for tools and silences, and marks for barge-ins, keys and transfers', () => {
    const waited = turns.map((one) => ({
      ...one,
      ...(one.key === 'offer' && { silenceMs: 2000 }),
      ...(one.key === 'lookup' && { tookMs: 1500 }),
    }));
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
    const entries = [
      { at: at(12), kind: 'barge-in' as const, title: 'Interrupted' },
      { at: at(13), kind: 'state' as const, title: 'Answered' },
      { at: at(15), kind: 'state' as const, title: 'Transferred' },
    ];

    const blocks = blocksOf(waited, spans, '2026-01-01T12:00:00Z');

    expect(blocks.filter(({ lane }) => lane > 1)).toMatchObject([
      { lane: 2, from: 8, to: 9.5, turn: 'lookup' },
      { lane: 3, from: 7, to: 9, turn: 'offer', feeling: 'bad' },
    ]);
    expect(blocks.filter(({ lane }) => lane < 2)).toHaveLength(spans.length);
    expect(marksOf(entries, '2026-01-01T12:00:00Z').map((mark) => mark.at)).toEqual([12, 15]);
  });
});

describe('a call in words', () => {
  it.each(
    rowsOf<[Parameters<typeof outcomeOf>[0], string]>(import.meta.url, 'outcomes.jsonl'),
  )('is how it went: %j is %s', (call, words) => {
    expect(outcomeOf(call)).toBe(words);
    expect(words).toContain(shortOutcome(call).text);
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
    const answer = (key: string, silenceMs: number, segments: [Segment['name'], number][]) => ({
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
    voice_failover: { provider: 'Google', at: at(14) },
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
      'Voice provider failed',
      'Agent',
      'Transfer dialed',
      'Transfer failed',
      'Cut off',
      'Agent hung up after 55 s',
    ]);
    expect(entries.find(({ kind }) => kind === 'keys')?.detail).toBe('42');
    expect(entries.filter(({ bad }) => bad).map(({ title }) => title)).toEqual([
      'Action',
      'Voice provider failed',
      'Transfer failed',
    ]);
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
    expect(WHY_MISSING[findings[3]?.reason ?? 'too_large']).toBe('Not mentioned.');
  });
});
