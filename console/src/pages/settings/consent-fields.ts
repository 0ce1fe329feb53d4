import type { Fields } from '../../form/field.ts';
import { PURPOSES } from '../../format/label.ts';

/** A consent, or its withdrawal. */
export const CONSENT: Fields = {
  phone_number: { kind: 'text', label: 'Number', help: 'With its country code.', required: true },
  type: {
    kind: 'choice',
    label: 'Kind',
    options: { given: 'Consent', withdrawn: 'Withdrawal' },
    isSegmented: true,
    default: 'given',
  },
  purpose: {
    kind: 'choice',
    label: 'Purpose',
    help: 'A consent is for one purpose.',
    options: Object.fromEntries(PURPOSES),
    empty: 'All (withdrawal only)',
  },
  words: { kind: 'prose', label: 'Wording', help: 'What the contact agreed to, or said.', required: true },
  source: { kind: 'text', label: 'Source', help: 'Such as the URL of a form.', required: true },
  recorded_by: { kind: 'text', label: 'Recorded by' },
  at: { kind: 'text', label: 'Given', help: 'Such as 2026-12-01T09:00:00Z.', empty: 'Now' },
  valid_until: { kind: 'text', label: 'Valid until', empty: 'No end' },
  written: { kind: 'boolean', label: 'In writing', help: 'With a signature, on paper or electronic.' },
  artificial_voice: {
    kind: 'boolean',
    label: 'Artificial voice',
    help: 'The wording mentions calls with an artificial voice.',
  },
};
