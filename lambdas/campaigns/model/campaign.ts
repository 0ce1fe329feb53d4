import * as z from 'zod/mini';
import { agentKind } from '../../agents/model/agent.ts';
import { checkedLists } from '../../calls/model/law/dial-decision.ts';
import { purpose } from '../../consents/model/consent.ts';
import {
  id,
  integerBetween,
  numberBetween,
  ownerFields,
  phoneNumber,
  readOnlyFields,
  requiredText,
  stringMap,
  time,
  utcTime,
} from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import type { Kind } from '../../records/model/kind.ts';
import { documentedRecipient, recipients, refusedRecipient } from './recipient.ts';

/** What came of an attempt. `other`: the contact was reached, and the analysis names no final outcome. */
export const attemptResult = z.enum([
  'reached',
  'other',
  'callback',
  'busy',
  'no_answer',
  'machine',
  'screened',
  'failed',
]);
export type AttemptResult = z.infer<typeof attemptResult>;

const WINDOW = z.regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d:[0-5]\d|2[0-3]:[0-5]\d|24:00)$/, {
  error: 'Must be a window such as 09:00-18:00.',
});
const isForward = z.refine<string>(
  (window) => window.slice(0, 5) < window.slice(6),
  'Must end after it begins.',
);
const windows = () => z.array(z.string().check(WINDOW, isForward)).check(z.maxLength(5));

const hours = () => z.strictObject({ weekdays: windows(), saturday: windows(), sunday: windows() });

/** Minutes until the next attempt; null if there is none. */
const delay = (minutes: number) => z._default(z.nullable(integerBetween(1, 43_200)), minutes);

const attempts = () =>
  z.strictObject({
    most: z._default(integerBetween(1, 20), 3),
    most_a_day: z._default(integerBetween(1, 10), 2),
    busy_minutes: delay(15),
    no_answer_minutes: delay(120),
    machine_minutes: delay(240),
    screened_minutes: delay(240),
    failed_minutes: delay(60),
    other_minutes: delay(1440),
  });

const campaignShape = <Number extends z.ZodMiniType<string>, Time extends z.ZodMiniType<string>>(
  number: Number,
  at: Time,
) => ({
  name: requiredText(200),
  agent: id,
  from_number: number,
  purpose: z.optional(z.nullable(purpose)),
  context: z.optional(z.nullable(stringMap)),
  checked_lists: z.optional(z.nullable(checkedLists(at))),
  on_no_human_answer: z._default(z.enum(['continue', 'hangup', 'leave_message']), 'continue'),
  /** Local times of the contact in which the campaign calls. @default all that the law permits */
  hours: z.optional(z.nullable(hours())),
  attempts: z._default(attempts(), attempts().parse({})),
  /** The field of the agent's analysis that names the outcome. @default a contact who was reached is done */
  outcome_field: z.optional(z.nullable(requiredText(100))),
  final_outcomes: z._default(z.array(requiredText(200)).check(z.maxLength(50)), []),
  /** The field of the analysis with the time at which the contact wants to be called, in ISO 8601. */
  callback_field: z.optional(z.nullable(requiredText(100))),
  calls_per_minute: z._default(integerBetween(1, 100), 10),
  concurrency: z._default(integerBetween(1, 100), 10),
  calls_per_day: z.optional(z.nullable(integerBetween(1, 1_000_000))),
  /** In the currency of the prices. */
  budget: z.optional(z.nullable(numberBetween(0.01, 1_000_000_000))),
  /** Hours for which no other campaign calls a contact whom this one called. */
  contact_gap_hours: z._default(integerBetween(0, 8760), 24),
  most_failures_in_row: z._default(integerBetween(1, 1000), 20),
  most_abandoned: z._default(numberBetween(0, 1), 0.03),
});

export const campaignStatus = z.enum(['draft', 'running', 'paused', 'cancelled', 'finished']);
export type CampaignStatus = z.infer<typeof campaignStatus>;

export const pauseReason = z.enum(['user', 'budget', 'failures', 'abandoned', 'agent']);
export type PauseReason = z.infer<typeof pauseReason>;

const count = () => z._default(z.int(), 0);

/** What a campaign has counted. The cost is in the currency of the prices. */
export const counts = () => ({
  recipients: count(),
  done: count(),
  dialed: count(),
  reached: count(),
  abandoned: count(),
  cost: z._default(z.number(), 0),
});

export const totals = () => ({
  ...counts(),
  /** Attempts by what came of them. */
  results: z.record(z.string(), z.int()),
});

const campaignFields = () => ({
  ...ownerFields,
  ...campaignShape(phoneNumber, utcTime()),
  status: campaignStatus,
  paused_because: z.optional(z.nullable(pauseReason)),
  created_at: utcTime(),
  started_at: z.optional(utcTime()),
  finished_at: z.optional(utcTime()),
  status_changed_at: z.optional(utcTime()),
  /** Once it is finished. */
  totals: z.optional(z.object(totals())),
});

export const campaign = z.lazy(() => z.object(campaignFields()));
export type Campaign = z.infer<typeof campaign>;

const inputWith = <Row extends z.ZodMiniType>(row: Row) =>
  z.strictObject({
    ...readOnlyFields,
    ...campaignShape(phoneNumberInput, time()),
    recipients: recipients(row),
  });

export const campaignInput = z.lazy(() => inputWith(documentedRecipient()));
/** The same with recipients of any form, for an issue of each. */
export const looseCampaignInput = z.lazy(() => inputWith(z.unknown()));

/** A campaign with the recipients of the request that were refused. */
export const changedCampaign = z.lazy(() =>
  z.object({ ...campaignFields(), refused: z.optional(z.array(refusedRecipient)) }),
);

const updateWith = (row: z.ZodMiniType) => ({
  ...campaignShape(phoneNumberInput, time()),
  recipients: recipients(row),
});

export const campaignUpdate = patchOf(() => updateWith(documentedRecipient()));
export const looseCampaignUpdate = patchOf(() => updateWith(z.unknown()));

export const campaignKind: Kind<Campaign> = {
  name: 'campaign',
  schema: campaign,
  quota: 'campaigns',
  references: { agent: agentKind },
  readAlso: (record) => ({ status: Reflect.get(record, 'status') }),
};
