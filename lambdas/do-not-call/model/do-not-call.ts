import * as z from 'zod/mini';
import { id, ownerFields, phoneNumber, requiredPrintableText, utcTime } from '../../platform/fields.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';

const MAX_NUMBERS = 1000;

/** The list of a user's entries, for its quota. */
export const doNotCallList = { name: 'do_not_call', quota: 'do_not_call_numbers' };

export const doNotCallInput = z.lazy(() =>
  z.strictObject({
    phone_numbers: z.array(phoneNumberInput).check(z.minLength(1), z.maxLength(MAX_NUMBERS)),
    reason: requiredPrintableText(500),
  }),
);

/** The reason of an entry that the contact requested in a call. */
export const REASON_OF_CALL = 'Asked in a call not to be called again.';

const entryFields = () => ({
  phone_number: phoneNumber,
  listed_at: utcTime(),
});

const storedFields = () => ({
  ...entryFields(),
  /** Identifies this entry; a number that is listed again has a new id. */
  id,
  reason: z.string(),
  /** The call in which the contact asked for it; absent if the user listed the number. */
  call_id: z.optional(id),
});

export const storedEntry = z.lazy(() => z.object(storedFields()));
export type StoredEntry = z.infer<typeof storedEntry>;

export const pastEntry = z.lazy(() =>
  z.object({
    ...storedFields(),
    removal_id: id,
    removed_at: utcTime(),
    removal_reason: z.string(),
  }),
);
export type PastEntry = z.infer<typeof pastEntry>;

/** An entry of a do-not-call list, current or removed, with its addition and removal. Times are ISO 8601 in UTC. */
export const doNotCallEntry = z.lazy(() =>
  z.object({
    ...ownerFields,
    ...entryFields(),
    reason: z.string(),
    source: z.enum(['api', 'call']),
    call_id: z.nullable(id),
    removed_at: z.nullable(utcTime()),
    removal_reason: z.nullable(z.string()),
  }),
);
export type DoNotCallEntry = z.infer<typeof doNotCallEntry>;

export function toDoNotCallEntry(userId: string, entry: StoredEntry | PastEntry): DoNotCallEntry {
  const { id, phone_number, listed_at, reason, call_id } = entry;
  const removal = 'removed_at' in entry ? entry : { removed_at: null, removal_reason: null };
  return {
    id,
    user_id: userId,
    phone_number,
    listed_at,
    reason,
    source: call_id === undefined ? 'api' : 'call',
    call_id: call_id ?? null,
    removed_at: removal.removed_at,
    removal_reason: removal.removal_reason,
  };
}

export const doNotCallCheck = z.lazy(() =>
  z.object({ phone_number: phoneNumber, listed: z.boolean(), entry: z.nullable(doNotCallEntry) }),
);

const resultsOf = <const Results extends readonly [string, string]>(results: Results) =>
  z.object({ results: z.array(z.object({ phone_number: phoneNumber, result: z.enum(results) })) });

export const doNotCallAdditions = z.lazy(() => resultsOf(['added', 'already_listed']));

export const doNotCallRemovals = z.lazy(() => resultsOf(['removed', 'not_listed']));
