import * as z from 'zod/mini';
import { id, phoneNumber, utcTime } from '../../platform/fields.ts';

/** Why a call is placed. Laws bind calls by it. */
export const purpose = z.enum(['marketing', 'informational', 'emergency']);
export type Purpose = z.infer<typeof purpose>;

/** A consent or a withdrawal. Records are only added, so each proves what was known at a time. */
export const storedConsent = z.lazy(() =>
  z.object({
    id,
    phone_number: phoneNumber,
    type: z.enum(['given', 'withdrawn']),
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
export type StoredConsent = z.infer<typeof storedConsent>;

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
    ({ type, purpose, at, valid_until }) =>
      type === 'given' &&
      purpose === wanted &&
      at > withdrawnAt &&
      Date.parse(at) <= now.getTime() &&
      (valid_until === null || Date.parse(valid_until) > now.getTime()),
  );
}
