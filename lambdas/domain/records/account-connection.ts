import * as z from 'zod/mini';
import { ownerFields, phoneNumber, REDACTED, readOnlyFields, requiredText } from '../fields.ts';
import { phoneNumberInput } from '../phone-number.ts';
import { secretOf } from '../pick-fields.ts';
import { patchOf } from './patch.ts';

const llm = () => ({
  type: z.literal('account_connection_llm'),
  credentials: z.strictObject({ llm_api_key: secretOf('account_connections', requiredText(500)) }),
});

const telephonyAccount = () => ({
  type: z.literal('account_connection_telephony'),
  credentials: z.strictObject({
    telephony_account_sid: requiredText(100),
    telephony_auth_token: secretOf('account_connections', requiredText(100)),
  }),
});

/** The vendor's form of an account's id: https://www.twilio.com/docs/iam/api/account */
const accountSid = z.string().check(z.regex(/^AC[0-9a-fA-F]{32}$/));

/** The input of an account id. Stored ones may be invalid. */
const telephonyAccountInput = () => ({
  type: z.literal('account_connection_telephony'),
  credentials: z.strictObject({
    telephony_account_sid: accountSid,
    telephony_auth_token: secretOf('account_connections', requiredText(100)),
  }),
});

/** Most telephone numbers in a steering pool. */
export const MAX_POOL = 1000;

const pool = (number: typeof phoneNumber | typeof phoneNumberInput = phoneNumber) => ({
  steering_pool: z._default(z.array(number).check(z.maxLength(MAX_POOL)), []),
  account_supports_any_caller_id: z._default(z.boolean(), false),
});

const telephony = () => ({ ...telephonyAccount(), ...pool() });

/** The changes to a connection to a language-model account. */
export const llmConnectionUpdate = patchOf(llm);

/** The bodies of updates of a connection, by kind: only the credentials change. */
export const accountConnectionPatches = {
  account_connection_llm: llmConnectionUpdate,
  account_connection_telephony: patchOf(telephonyAccountInput),
};

/** The body of an update of a connection: the fields of its kind. */
export const accountConnectionUpdate = z.lazy(() => z.union(Object.values(accountConnectionPatches)));

/** The body of a new connection to a language-model account. */
export const llmConnectionInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...llm() }));
export type LlmConnectionInput = z.infer<typeof llmConnectionInput>;

/** The body of a new account connection: one of two kinds, by `type`. */
export const accountConnectionInput = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ ...readOnlyFields, ...llm() }),
    z.strictObject({ ...readOnlyFields, ...telephonyAccountInput(), ...pool(phoneNumberInput) }),
  ]),
);

/** The credentials in an update of a telephony connection; undefined if they do not change. */
export const telephonyCredentialsUpdate = z.lazy(() =>
  z.object({ credentials: z.optional(telephonyAccountInput().credentials) }),
);

/** A user's own account at a language-model vendor. */
export const llmConnection = z.lazy(() => z.object({ ...ownerFields, ...llm() }));
export type LlmConnection = z.infer<typeof llmConnection>;

/** The connection as lists of other records show it: without its secret. */
export function withoutApiKey(connection: LlmConnection): LlmConnection {
  return { ...connection, credentials: { llm_api_key: REDACTED } };
}

export const steeringPoolAddition = z.lazy(() =>
  z.strictObject({ phone_number: z.optional(z.nullable(phoneNumberInput)) }),
);

export const steeringPoolRemoval = z.lazy(() => z.strictObject({ phone_number: phoneNumberInput }));

export const telephonyConnection = z.lazy(() => z.object({ ...ownerFields, ...telephony() }));
export type TelephonyConnection = z.infer<typeof telephonyConnection>;

/** The connection as other records show it: without its secret. */
export function withoutAuthToken(connection: TelephonyConnection): TelephonyConnection {
  return { ...connection, credentials: { ...connection.credentials, telephony_auth_token: REDACTED } };
}

/** A user's account at another vendor: for language models or for telephony. */
export const accountConnection = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...ownerFields, ...llm() }),
    z.object({ ...ownerFields, ...telephony() }),
  ]),
);
export type AccountConnection = z.infer<typeof accountConnection>;
