import * as z from 'zod/mini';
import { ownerFields, phoneNumber, readOnlyFields, requiredText } from '../fields.ts';

const llm = () => ({
  type: z.literal('account_connection_llm'),
  credentials: z.strictObject({ llm_api_key: requiredText(500) }),
});

const telephonyAccount = () => ({
  type: z.literal('account_connection_telephony'),
  credentials: z.strictObject({
    telephony_account_sid: requiredText(100),
    telephony_auth_token: requiredText(100),
  }),
});

/** The vendor's form of an account's id: https://www.twilio.com/docs/iam/api/account */
const accountSid = z.string().check(z.regex(/^AC[0-9a-fA-F]{32}$/));

/** What a user sends: older records may hold an id that is none. */
const telephonyAccountInput = () => ({
  type: z.literal('account_connection_telephony'),
  credentials: z.strictObject({
    telephony_account_sid: accountSid,
    telephony_auth_token: requiredText(100),
  }),
});

/** Telephone numbers in a steering pool at most. */
export const MAX_POOL = 1000;

const pool = () => ({
  steering_pool: z._default(z.array(phoneNumber).check(z.maxLength(MAX_POOL)), []),
  account_supports_any_caller_id: z._default(z.boolean(), false),
});

const telephony = () => ({ ...telephonyAccount(), ...pool() });

/** The fields of a connection that an update may change, by its kind: the credentials only. */
export const accountConnectionShapes = {
  account_connection_llm: llm,
  account_connection_telephony: telephonyAccountInput,
};

/** What a user sends to connect an account at a language-model vendor. */
export const llmConnectionInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...llm() }));
export type LlmConnectionInput = z.infer<typeof llmConnectionInput>;

/** What a user sends to connect an account: of one of two kinds, told apart by `type`. */
export const accountConnectionInput = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ ...readOnlyFields, ...llm() }),
    z.strictObject({ ...readOnlyFields, ...telephonyAccountInput(), ...pool() }),
  ]),
);

/** The credentials in an update of a connection to a telephony account; undefined where it leaves them as they are. */
export const telephonyCredentialsUpdate = z.lazy(() =>
  z.object({ credentials: z.optional(telephonyAccountInput().credentials) }),
);

/** A user's own account at a language-model vendor. */
export const llmConnection = z.lazy(() => z.object({ ...ownerFields, ...llm() }));

/** What a user sends to add to a steering pool. */
export const steeringPoolAddition = z.lazy(() =>
  z.strictObject({ phone_number: z.optional(z.nullable(phoneNumber)) }),
);

/** What a user sends to take a number out of a steering pool. */
export const steeringPoolRemoval = z.lazy(() => z.strictObject({ phone_number: phoneNumber }));

/** A user's own account at the telephony vendor. */
export const telephonyConnection = z.lazy(() => z.object({ ...ownerFields, ...telephony() }));
export type TelephonyConnection = z.infer<typeof telephonyConnection>;

/** A user's account at another vendor: for language models or for telephony. */
export const accountConnection = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...ownerFields, ...llm() }),
    z.object({ ...ownerFields, ...telephony() }),
  ]),
);
export type AccountConnection = z.infer<typeof accountConnection>;
