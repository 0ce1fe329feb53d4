import { describe, expect, it } from 'vitest';
import type { AnalysisSettings } from '../../../lambdas/agents/model/analysis-settings.ts';
import { analysisMessages } from '../../../lambdas/calls/model/analysis/ask-analysis.ts';
import { provenFindings } from '../../../lambdas/calls/model/analysis/proven-findings.ts';

const timestamp = '2026-01-01T00:00:00.000Z';
const MESSAGES = [
  { sender: 'agent' as const, text: 'How can I help you? We have a table for two.', timestamp },
  {
    sender: 'human' as const,
    text: 'I want a table for two on Tuesday please. Thank you so much!',
    timestamp,
  },
];
const ENGLISH = { language: 'en', languages: ['en'] } as const;
const SETTINGS: AnalysisSettings = {
  summary: true,
  sentiment: true,
  success_rubric: 'A table is booked.',
  extract: {
    type: 'object',
    required: ['day', 'guests', 'note'],
    properties: {
      day: { $ref: '#/$defs/day' },
      guests: { type: 'integer', minimum: 1 },
      note: { type: 'string' },
    },
    $defs: { day: { enum: ['Monday', 'Tuesday'] } },
  },
};

const read = (answers: readonly object[], settings: AnalysisSettings = SETTINGS) =>
  provenFindings(settings, JSON.stringify({ answers }), { messages: MESSAGES, ...ENGLISH });

const about = (question: string, value: unknown, ...quotations: readonly string[]) => ({
  question,
  value,
  quotations,
});

describe('the answer of a model', () => {
  it('gives each question its value with the words that prove it', () => {
    const quoted = { message: 2, sender: 'human', text: 'a table for two on Tuesday' };

    expect(
      read([
        about('summary', '"The human wanted a table."', 'I want a table for'),
        about('success', 'true', 'a table for two on Tuesday'),
        about('sentiment', 'positive', 'thank you so much'),
        about('field:day', '"Tuesday"', 'a TABLE for two, on Tuesday.'),
        about('field:guests', '2', 'table for two on'),
        about('field:note', null),
      ]),
    ).toEqual({
      summary: {
        value: 'The human wanted a table.',
        quotations: [{ message: 2, sender: 'human', text: 'I want a table for' }],
      },
      success: { value: true, quotations: [quoted] },
      sentiment: {
        value: 'positive',
        quotations: [{ message: 2, sender: 'human', text: 'Thank you so much' }],
      },
      extracted: {
        day: { value: 'Tuesday', quotations: [quoted] },
        guests: { value: 2, quotations: [{ message: 2, sender: 'human', text: 'table for two on' }] },
        note: { value: null, reason: 'not_said', quotations: [] },
      },
    });
  });

  it.each([
    ['quotation_not_found', about('field:guests', '4', 'a table for four')],
    ['quotation_not_found', about('field:guests', '2', 'for two', 'and my wife comes, too')],
    ['quotation_insufficient', about('field:guests', '2', 'for two')],
    ['quotation_insufficient', about('field:guests', '2', 'We have a table for two.')],
    ['quotation_insufficient', about('field:guests', '2', ...Array(6).fill('I want a table for'), 'two')],
    ['too_large', about('field:guests', '2', ...Array(11).fill('I want a table for'))],
    ['no_quotation', about('field:guests', '2')],
    ['no_quotation', about('field:guests', '2', '  ')],
    ['does_not_fit', about('field:guests', '0', 'for two')],
    ['does_not_fit', about('field:guests', '"two"', 'for two')],
    ['does_not_fit', about('field:guests', 'two', 'for two')],
    ['too_large', about('field:guests', JSON.stringify('2'.repeat(5_000)), 'for two')],
    ['not_said', about('field:guests', 'null')],
    ['not_answered', about('guests', '2', 'for two')],
  ])('has no value, but a reason (%s): %j', (reason, answer) => {
    expect(read([answer]).extracted?.guests).toEqual({ value: null, reason, quotations: [] });
  });

  it.each([
    '',
    'I cannot.',
    '[]',
    '{"answers": 7}',
    '{"answers": [{"question": 1}]}',
    '{"answers": [',
    '{}',
  ])('is refused if it is nonsense: %s', (answer) => {
    expect(() => provenFindings(SETTINGS, answer, { messages: MESSAGES, ...ENGLISH })).toThrow();
  });

  it('is bounded in depth, and in the work of checking it', () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    const any = { summary: false, sentiment: false, extract: { properties: { list: {} } } };
    const found = (value: string) =>
      read([about('field:list', value, 'I want a table for')], any).extracted?.list;

    // It is no JSON to us, so it is a text.
    expect(found(deep)).toMatchObject({ value: deep });
    expect(found('{"\\ud800": 1}')).toMatchObject({ value: null });
    expect(found('[1e300]')).toMatchObject({ value: ['1e+300'] });
  });
});

it('the question to a model has the record as data, and each question with its schema', () => {
  const [system, user] = analysisMessages(SETTINGS, { messages: MESSAGES, language: 'de' });

  expect(system?.content).toContain('the ISO code de');
  expect(system?.content).toContain('A table is booked.');
  expect(system?.content).toContain(
    'field:guests: a value of this JSON schema: {"type":"integer","minimum":1}',
  );
  expect(system?.content).toContain('"day":{"enum":["Monday","Tuesday"]}');
  expect(JSON.parse(String(user?.content))).toHaveLength(2);
});
