import type { Fields } from '../../form/field.ts';
import { PURPOSES } from '../../format/label.ts';

/** A consent, or its withdrawal. */
export const CONSENT: Fields = {
  phone_number: { label: 'Number', help: 'With its country code.', required: true },
  type: {
    label: 'Kind',
    options: { given: 'Consent', withdrawn: 'Withdrawal' },
    isSegmented: true,
    default: 'given',
  },
  purpose: {
    label: 'Purpose',
    help: 'A consent is for one purpose.',
    options: Object.fromEntries(PURPOSES),
    empty: 'All (withdrawal only)',
  },
  words: { kind: 'prose', label: 'Wording', help: 'What the contact agreed to, or said.', required: true },
  source: { label: 'Source', help: 'Such as the URL of a form.', required: true },
  recorded_by: { label: 'Recorded by' },
  at: { label: 'Given', help: 'Such as 2026-12-01T09:00:00Z.', empty: 'Now' },
  valid_until: { label: 'Valid until', empty: 'No end' },
  written: { kind: 'boolean', label: 'In writing', help: 'With a signature, on paper or electronic.' },
  artificial_voice: {
    kind: 'boolean',
    label: 'Artificial voice',
    help: 'The wording mentions calls with an artificial voice.',
  },
};
