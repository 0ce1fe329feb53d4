import { describe, expect, it } from 'vitest';
import { filledGreeting, filledPrompt } from '../../../lambdas/conversation/model/filled-texts.ts';
import { rowsOf } from '../../support/rows.ts';

describe('a text with placeholders', () => {
  it.each([
    ['Hello ${name}.', { name: 'Ada' }, 'Hello Ada.'],
    ['Hello ${ name }, ${name}!', { name: 'Ada' }, 'Hello Ada, Ada!'],
    ['${a} and ${b}', { a: '${b}', b: '$& $1' }, '${b} and $& $1'],
  ])('is filled: %j with %j', (text, context, filled) => {
    expect([filledGreeting(text, context), filledPrompt(text, context)]).toEqual([filled, filled]);
  });

  const ROWS = rowsOf<[string, string]>(import.meta.url, 'corpus/greetings.jsonl');

  it.each(ROWS)('is spoken without those that have no value: %j', (text, spoken) => {
    for (const context of [{}, null, undefined, { name: ' ', toString: '' }])
      expect(filledGreeting(text, context)).toBe(spoken);
  });

  it('tells the model which values are missing', () => {
    expect(filledPrompt('You call ${name} of ${city}.', { city: 'Ulm' })).toBe('You call (unknown) of Ulm.');
  });
});
