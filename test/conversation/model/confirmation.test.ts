import { expect, it } from 'vitest';
import { summaryOf } from '../../../lambdas/conversation/model/actions/confirmation.ts';
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import { language } from '../../../lambdas/vendors/model/languages.ts';
import { external } from '../../agent-tests/played-test.ts';
import { session } from '../../support/records.ts';

const asked = (
  input: object,
  input_schema: object = {},
  spoken: (typeof language.options)[number] = 'en',
) => {
  const action = external('book_appointment');
  const call = { action: { ...action, config: { ...action.config, input_schema } }, input: { ...input } };
  const { settings, ...rest } = session();
  return summaryOf(call, { ...rest, settings: { ...settings, language: spoken } });
};

const TITLED = {
  title: 'Book an appointment',
  properties: { day: { title: 'Day' }, at: { properties: { hour: { title: 'Hour' } } } },
};

it.each([
  [
    'names as words',
    { dayOfWeek: 'Tuesday', with_whom: 'Dr. Berger' },
    {},
    'book appointment; day of week: Tuesday; with whom: Dr. Berger.',
  ],
  [
    'titles, in the order of the schema',
    { at: { hour: 3 }, day: 'Tuesday' },
    TITLED,
    'Book an appointment; Day: Tuesday; at: Hour: 3.',
  ],
  [
    'lists, and yes or no',
    { days: ['Mon', 'Tue'], remind: false, paid: true },
    {},
    'book appointment; days: Mon, Tue; remind: no; paid: yes.',
  ],
  ['nothing of absent values', { day: null }, {}, 'book appointment.'],
  ['no hidden keys', { pin: '••••' }, {}, 'book appointment; pin.'],
  ['no markup', { note: '**Now** <break time="9s"/>' }, {}, 'book appointment; note: Now.'],
  [
    'the beginning of a long value',
    { note: 'x'.repeat(300) },
    {},
    `book appointment; note: ${'x'.repeat(200)}….`,
  ],
])('a question to confirm has %s', (_, input, schema, expected) => {
  expect(asked(input, schema)).toBe(`To be sure: ${expected}`);
});

it.each(language.options)('a question to confirm is in the language %s', (spoken) => {
  const { confirm, go_ahead } = PHRASES[spoken];

  expect(asked({ day: '3' }, TITLED, spoken)).toBe(`${confirm} Book an appointment; Day: 3.`);
  expect(go_ahead).toMatch(/[?？]$/);
});
