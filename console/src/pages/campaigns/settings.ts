import type { Fields, FormField } from '../../form/field.ts';
import { objectOf, type Values } from '../../form/field.ts';
import { PURPOSES } from '../../format/label.ts';

/** The number that calls: one of those that may, or any if an account permits that. */
export const FROM: FormField = {
  label: 'From',
  help: 'The caller ID.',
  required: true,
  empty: 'choose …',
};

/** Who calls, and why. */
export const BASICS: Fields = {
  name: { label: 'Name', help: 'Your name for the campaign.', required: true },
  agent: { kind: 'reference', label: 'Agent', required: true },
  from_number: FROM,
  purpose: {
    label: 'Purpose',
    help: 'Stricter laws apply to marketing calls.',
    options: Object.fromEntries(PURPOSES),
    empty: 'Your operator’s default',
  },
  on_no_human_answer: {
    label: 'If no person answers',
    options: { continue: 'Talk to the machine', hangup: 'Hang up', leave_message: 'Leave a message' },
    isSegmented: true,
    default: 'continue',
  },
};

const windows = (label: string): FormField => ({
  kind: 'lines',
  label,
  help: 'One window a line, such as 09:00-18:00. Empty for no calls.',
});

const number = (label: string, [minimum, maximum]: readonly [number, number], more?: Partial<FormField>) =>
  ({ label, minimum, maximum, ...more }) as const;

const again = (label: string) => number(label, [1, 43_200], { unit: 'minutes', empty: 'never' });

const checkedOn = (label: string): FormField => ({ label, empty: 'not checked' });

/** When, how often and how fast a campaign calls, and what stops it. */
export const RULES: Fields = {
  hours: {
    label: 'Hours',
    help: 'Local times of the contact. Without hours, calls are placed whenever the law permits.',
    default: { weekdays: ['09:00-18:00'], saturday: [], sunday: [] },
    fields: {
      weekdays: windows('Monday to Friday'),
      saturday: windows('Saturday'),
      sunday: windows('Sunday'),
    },
  },
  attempts: {
    label: 'Attempts',
    help: 'How often a contact is called, and how long to wait after each result. Calls that a contact asked for don’t count.',
    required: true,
    fields: {
      most: number('In all', [1, 20], { unit: 'calls' }),
      most_a_day: number('In 24 hours', [1, 10], { unit: 'calls' }),
      busy_minutes: again('After a busy line'),
      no_answer_minutes: again('After no answer'),
      machine_minutes: again('After a machine'),
      screened_minutes: again('After a call screener'),
      failed_minutes: again('After a failed call'),
      other_minutes: again('After another outcome'),
    },
  },
  calls_per_minute: number('Calls per minute', [1, 100]),
  concurrency: number('Calls at the same time', [1, 100]),
  calls_per_day: number('Calls per day (UTC)', [1, 1_000_000], { empty: 'no cap' }),
  contact_gap_hours: number('Pause between campaigns', [0, 8760], {
    help: 'For how long no other campaign calls the same contact.',
    unit: 'hours',
  }),
  budget: number('Budget', [0.01, 1_000_000_000], {
    help: 'The campaign pauses at this cost, in the currency of your operator’s prices.',
    step: 0.01,
    empty: 'no limit',
  }),
  most_failures_in_row: number('Pause after failed calls in a row', [1, 1000]),
  most_abandoned: number('Pause above this share of abandoned calls', [0, 1], {
    help: '0.03 is 3%. Abandoned: the agent’s first word came later than 2 seconds. Counts from 30 answers on.',
    step: 0.01,
  }),
  outcome_field: {
    label: 'Outcome field',
    help: 'The field of the agent’s analysis that names the outcome.',
    empty: 'None: everyone reached is done',
  },
  final_outcomes: {
    kind: 'lines',
    label: 'Final outcomes',
    help: 'Outcomes after which a contact isn’t called again, one per line.',
  },
  callback_field: {
    label: 'Callback field',
    help: 'The field of the analysis with the time at which the contact wants to be called.',
    empty: 'None',
  },
  checked_lists: {
    label: 'Checked public lists',
    help: 'When you last removed the numbers on these lists, such as 2026-12-01T09:00:00Z.',
    fields: {
      us_national_do_not_call: checkedOn('US National Do Not Call Registry'),
      ca_national_do_not_call: checkedOn('Canadian National Do Not Call List'),
      it_registro_opposizioni: checkedOn('Italian Registro delle opposizioni'),
    },
  },
};

/** The changed rules as the API takes them: all days of the hours, and only lists with a time. */
export function rulesOf({ hours, checked_lists: lists, ...others }: Values): Values {
  const days = Object.entries(objectOf(hours)).map(([day, windows]) => [day, windows ?? []]);
  const checked = Object.entries(objectOf(lists)).filter(([, at]) => at !== null);
  return {
    ...others,
    ...(hours !== undefined && { hours: hours && Object.fromEntries(days) }),
    ...(lists !== undefined && { checked_lists: checked.length > 0 ? Object.fromEntries(checked) : null }),
  };
}
