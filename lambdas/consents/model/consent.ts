import * as z from 'zod/mini';
import {
  id,
  ownerFields,
  phoneNumber,
  printableText,
  requiredText,
  time,
  utcTime,
} from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';

/** Why a call is placed. Laws bind calls by it. */
export const purpose = z.enum(['marketing', 'informational', 'emergency']);
export type Purpose = z.infer<typeof purpose>;

const consentType = z.enum(['given', 'withdrawn']);

/** The list of a user's records, for its quota and the audit log. */
export const consentList = { name: 'consent', quota: 'consents' };

/** The source of a withdrawal that the contact asked for in a call. */
export const WITHDRAWN_IN_CALL = 'A call';

/** Most records of a request. */
export const MAX_RECORDS = 1000;

const WORDS = 2000;
const SOURCE = 500;

export const consentInput = z.lazy(() =>
  z
    .strictObject({
      phone_number: phoneNumberInput,
      type: z._default(consentType, 'given'),
      purpose: z.optional(z.nullable(purpose)),
      words: requiredText(WORDS),
      source: requiredText(SOURCE),
      recorded_by: z.optional(z.nullable(printableText(200))),
      at: z.optional(z.nullable(time())),
      valid_until: z.optional(z.nullable(time())),
      written: z._default(z.boolean(), false),
      artificial_voice: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ type, purpose }) => type === 'withdrawn' || Boolean(purpose), {
        path: ['purpose'],
        error: 'A consent needs a purpose; only a withdrawal may be from all.',
      }),
    ),
);
export type ConsentInput = z.infer<typeof consentInput>;

export const consentsInput = z.lazy(() =>
  z.strictObject({ consents: z.array(consentInput).check(z.minLength(1), z.maxLength(MAX_RECORDS)) }),
);

export const consentsImport = z.lazy(() => z.strictObject({ csv: requiredText(300_000) }));

/** A consent or a withdrawal. Records are only added, so each proves what was known at a time. */
export const consentRecord = z.lazy(() =>
  z.object({
    ...ownerFields,
    phone_number: phoneNumber,
    type: consentType,
    /** What the consent is for; null for a withdrawal from every purpose. */
    purpose: z.nullable(purpose),
    /** What the contact agreed to, or said, word for word. */
    words: z.string(),
    /** Where it comes from, such as a form's address. */
    source: z.string(),
    /** Who recorded it, as the user names them. */
    recorded_by: z.nullable(z.string()),
    /** When it was given or withdrawn. */
    at: utcTime(),
    valid_until: z.nullable(utcTime()),
    /** Whether it was given in writing, with a signature that may be electronic. */
    written: z.boolean(),
    /** Whether the words name calls with an artificial voice. */
    artificial_voice: z.boolean(),
    /** The call in which the contact withdrew it. */
    call_id: z.nullable(id),
    created_at: utcTime(),
  }),
);
export type StoredConsent = z.infer<typeof consentRecord>;

export const consentResults = z.lazy(() => z.object({ results: z.array(consentRecord) }));

export const importResults = z.lazy(() =>
  z.object({
    results: z.array(
      z.union([
        z.object({ line: z.int(), id, phone_number: phoneNumber }),
        z.object({
          line: z.int(),
          error: z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() }),
        }),
      ]),
    ),
  }),
);

/** The consents to a purpose that are in force: given, not expired and not withdrawn since. */
export function consentsInForce(
  records: readonly StoredConsent[],
  wanted: Purpose,
  now: Date,
): readonly StoredConsent[] {
  const concerns = (record: StoredConsent) => record.purpose === null || record.purpose === wanted;
  const withdrawnAt = records
    .filter((record) => record.type === 'withdrawn' && concerns(record))
    .reduce((latest, { at }) => (at > latest ? at : latest), '');
  return records.filter(
    ({ type, purpose, at, created_at, valid_until }) =>
      type === 'given' &&
      purpose === wanted &&
      // A consent that is dated ahead does not survive a withdrawal.
      (at < created_at ? at : created_at) > withdrawnAt &&
      Date.parse(at) <= now.getTime() &&
      (valid_until === null || Date.parse(valid_until) > now.getTime()),
  );
}
