import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksAgain } from '../../../lambdas/conversation/model/values/ask-again.ts';
import { correct } from '../../../lambdas/conversation/model/values/correct.ts';
import { normalize } from '../../../lambdas/conversation/model/values/normalize.ts';
import { readBack } from '../../../lambdas/conversation/model/values/read-back.ts';
import {
  type Normalized,
  VALUE_TYPES,
  type Value,
  type ValueContext,
  type ValueType,
} from '../../../lambdas/conversation/model/values/value.ts';
import { type Language, language as languages } from '../../../lambdas/vendors/model/languages.ts';
import { rowsOf } from '../../support/rows.ts';
import corpus from './utterances.json' with { type: 'json' };

const context = (language: Language, more: Partial<ValueContext> = {}): ValueContext => ({
  language,
  now: new Date(corpus.now),
  timezone: corpus.timezone,
  ...more,
});

/** A value, or the issue after an exclamation mark, as the corpus has them. */
function written(outcome: Normalized): string {
  if ('issue' in outcome) return `!${outcome.issue}`;
  return typeof outcome.value === 'string'
    ? outcome.value
    : `${outcome.value.amount} ${outcome.value.currency}`;
}

const valueFrom = (type: string, text: string): Value => {
  const [amount = '', currency = ''] = text.split(' ');
  return type === 'amount' ? { amount, currency } : text;
};

interface Result {
  readonly type: string;
  readonly language: string;
  readonly words: string;
  readonly isRight: boolean;
  readonly got: string;
}

function resultsOf({ normalized, choices, corrections }: (typeof corpus)['tuned' | 'held_out']): Result[] {
  const result = (type: string, language: string, words: string, wanted: string, outcome: Normalized) => {
    const got = written(outcome);
    return { type, language, words, isRight: got === wanted, got };
  };
  return [
    ...Object.entries(normalized).flatMap(([type, cases]) =>
      (cases as [Language, string, string][]).map(([language, words, wanted]) =>
        result(type, language, words, wanted, normalize(type as ValueType, words, context(language))),
      ),
    ),
    ...(choices as [Language, string, string, string[]][]).map(([language, words, wanted, choices]) =>
      result('choice', language, words, wanted, normalize('choice', words, context(language, { choices }))),
    ),
    ...(corrections as [Language, ValueType, string, string, string][]).map(
      ([language, type, value, words, wanted]) =>
        result(
          'correction',
          language,
          words,
          wanted,
          correct({ type, value: valueFrom(type, value), words }, context(language)),
        ),
    ),
  ];
}

const SETS = { tuned: resultsOf(corpus.tuned), heldOut: resultsOf(corpus.held_out) };

/** A row of the tables in docs/values.md: how many utterances of each set are understood. */
function row(key: 'type' | 'language', name: string): string {
  const share = (results: readonly Result[]) => {
    const own = results.filter((each) => each[key] === name);
    return own.length === 0 ? '–' : `${own.filter(({ isRight }) => isRight).length}/${own.length}`;
  };
  return `${name} | ${share(SETS.tuned)} | ${share(SETS.heldOut)}`;
}

const share = (results: readonly Result[]) =>
  results.filter(({ isRight }) => isRight).length / results.length;

describe('the corpus of utterances', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/values.md'), 'utf8');

  it.each([...VALUE_TYPES, 'correction'])('is understood as far as the page says: %s', (type) => {
    expect(page).toContain(`| ${row('type', type)} |`);
  });

  it.each(languages.options)('is understood as far as the page says in %s', (language) => {
    expect(page).toContain(`| ${row('language', language)} |`);
  });

  it('is understood in most cases, also where no rule was made for it', () => {
    const wrong = SETS.tuned.filter(({ isRight }) => !isRight);

    expect(share(SETS.tuned), JSON.stringify(wrong, null, 1)).toBeGreaterThan(0.98);
    expect(share(SETS.heldOut)).toBeGreaterThan(0.95);
  });
});

describe('normalize', () => {
  it('has the contact’s country for numbers, currencies and dates', () => {
    const inSwitzerland = context('de', { region: 'CH' });

    expect(normalize('phone_number', '044 668 18 00', inSwitzerland)).toEqual({ value: '+41446681800' });
    expect(normalize('amount', 'zwölf fünfzig', inSwitzerland)).toEqual({
      value: { amount: '12.50', currency: 'CHF' },
    });
    expect(normalize('date', '3/5/2026', context('en', { region: 'GB' }))).toEqual({ value: '2026-05-03' });
    expect(normalize('date', '3/5/2026', context('en'))).toEqual({ value: '2026-03-05' });
  });

  it('has the contact’s day', () => {
    const now = new Date('2026-05-06T23:30:00.000Z');

    expect(normalize('date', 'tomorrow', context('en', { now, timezone: 'Asia/Tokyo' }))).toEqual({
      value: '2026-05-08',
    });
    expect(normalize('date', 'tomorrow', context('en', { now, timezone: 'America/New_York' }))).toEqual({
      value: '2026-05-07',
    });
  });

  it.each([
    ['time', 'half past three', ['03:30', '15:30']],
    ['date', 'next Friday', ['2026-05-08', '2026-05-15']],
  ] as const)('names what an ambiguous %s may mean', (type, words, candidates) => {
    expect(normalize(type, words, context('en'))).toEqual({ issue: 'ambiguous', candidates });
  });

  it('refuses words that are too long, and finds nothing in silence', () => {
    expect(normalize('text', 'a'.repeat(501), context('en'))).toEqual({ issue: 'invalid' });
    expect(normalize('text', ' \u202e ', context('en'))).toEqual({ issue: 'missing' });
    expect(normalize('date', 'in 999999999999 weeks', context('en'))).toEqual({ issue: 'invalid' });
  });

  it('removes markup, control characters and marks of direction from texts', () => {
    expect(normalize('address', '<img src=x>1 Main\u0007 St\u2066', context('en'))).toEqual({
      value: '1 Main St',
    });
  });

  it.each(
    VALUE_TYPES,
  )('answers any words for %s with a value that it understands again, or an issue', (type) => {
    const words = Object.values(corpus.tuned.normalized).flatMap((cases) =>
      cases.map(([, said = '']) => said),
    );
    const anyWords = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join(' ').slice(0, 500)),
    );
    fc.assert(
      fc.property(anyWords, fc.constantFrom(...languages.options), (said, language) => {
        const choices = ['Small', 'Large'];
        const outcome = normalize(type, said, context(language, { choices }));
        if ('issue' in outcome || typeof outcome.value === 'object') return;
        expect(outcome.value).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u);
        if (/phone|email|date|time|digits|card|choice/.test(type))
          expect(normalize(type, outcome.value, context(language, { choices }))).toEqual(outcome);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['digits without end', '1'.repeat(500)],
    ['signs of addresses', `${'a.'.repeat(240)}@`],
    ['openings of tags', '<a'.repeat(250)],
    ['one number word', 'ein'.repeat(160)],
    ['letters', 'b as in b '.repeat(50)],
    ['spaces', `my name is${' '.repeat(480)}x`],
  ])('takes little time for %s', (_, words) => {
    const begun = performance.now();
    for (const language of languages.options)
      for (const type of VALUE_TYPES) {
        normalize(type, words, context(language, { choices: ['a'] }));
        correct({ type, value: valueFrom(type, '12.50 EUR'), words }, context(language));
      }

    // 264 runs; a pattern that backtracks takes seconds for one.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

describe('correct', () => {
  it('names each place that a correction may mean', () => {
    expect(correct({ type: 'digits', value: '5515', words: 'not five, nine' }, context('en'))).toEqual({
      issue: 'ambiguous',
      candidates: ['9515', '5915', '5519'],
    });
  });

  it('changes no number into one that can’t exist', () => {
    const correction = { type: 'card', value: '4242424242424242', words: 'no, 57 at the end' } as const;

    expect(correct(correction, context('en'))).toEqual({ issue: 'invalid' });
  });
});

describe('readBack', () => {
  const read = (
    type: ValueType,
    value: Value,
    language: Language,
    mode: 'read_back' | 'spell' = 'read_back',
  ) => readBack({ type, value, mode }, { language });

  const ROWS = rowsOf<[ValueType, Value, Language, string]>(
    import.meta.url,
    '../model/corpus/read-back.jsonl',
  );

  it.each(ROWS)('reads a %s: %j in %s', (type, value, language, words) => {
    expect(read(type, value, language).replaceAll('\u00a0', ' ')).toBe(words);
  });

  it('spells with the alphabet of the language', () => {
    expect(read('name', 'Émy', 'de', 'spell')).toBe('É wie Emil, M wie Martha, Y wie Ypsilon');
    expect(read('email', 'a.b@web.de', 'en', 'spell')).toBe(
      'A as in Alfa, dot, B as in Bravo, at web dot de',
    );
  });

  it.each(languages.options)('has words in %s that normalize understands', (language) => {
    for (const [type, value] of [
      ['phone_number', '+442079460958'],
      ['email', 'anna-b.c_d@web.de'],
      ['date', '2026-10-23'],
      ['digits', '90210'],
    ] as const)
      expect(normalize(type, read(type, value, language), context(language))).toEqual({ value });
    expect(normalize('email', read('email', 'jo.x@web.de', language, 'spell'), context(language))).toEqual({
      value: 'jo.x@web.de',
    });
  });
});

it('says how to ask again', () => {
  expect(asksAgain('email', 'invalid', 'ja')).toMatch(/spell it\. It has Latin letters only/);
  expect(asksAgain('address', 'missing', 'en')).toBe('The words contain no value: ask for a postal address.');
});
