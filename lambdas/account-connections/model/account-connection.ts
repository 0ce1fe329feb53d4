import * as z from 'zod/mini';
import { ownerFields, phoneNumber, REDACTED, readOnlyFields, requiredText } from '../../platform/fields.ts';
import { patchOf } from '../../platform/patch.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import { secretOf } from '../../platform/visible-fields.ts';
import type { Kind } from '../../records/model/kind.ts';

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

export const MAX_POOL = 1000;

const pool = (number: typeof phoneNumber | typeof phoneNumberInput = phoneNumber) => ({
  steering_pool: z._default(z.array(number).check(z.maxLength(MAX_POOL)), []),
  account_supports_any_caller_id: z._default(z.boolean(), false),
});

const telephony = () => ({ ...telephonyAccount(), ...pool() });

export const llmConnectionUpdate = patchOf(llm);

export const accountConnectionPatches = {
  account_connection_llm: llmConnectionUpdate,
  account_connection_telephony: patchOf(telephonyAccountInput),
};

export const accountConnectionUpdate = z.lazy(() => z.union(Object.values(accountConnectionPatches)));

export const llmConnectionInput = z.lazy(() => z.strictObject({ ...readOnlyFields, ...llm() }));

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

export const llmConnection = z.lazy(() => z.object({ ...ownerFields, ...llm() }));
export type LlmConnection = z.infer<typeof llmConnection>;

export function withoutApiKey(connection: LlmConnection): LlmConnection {
  return { ...connection, credentials: { llm_api_key: REDACTED } };
}

export const steeringPoolAddition = z.lazy(() =>
  z.strictObject({ phone_number: z.optional(z.nullable(phoneNumberInput)) }),
);

export const steeringPoolRemoval = z.lazy(() => z.strictObject({ phone_number: phoneNumberInput }));

export const telephonyConnection = z.lazy(() => z.object({ ...ownerFields, ...telephony() }));
export type TelephonyConnection = z.infer<typeof telephonyConnection>;

export function withoutAuthToken(connection: TelephonyConnection): TelephonyConnection {
  return { ...connection, credentials: { ...connection.credentials, telephony_auth_token: REDACTED } };
}

export const accountConnection = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...ownerFields, ...llm() }),
    z.object({ ...ownerFields, ...telephony() }),
  ]),
);
export type AccountConnection = z.infer<typeof accountConnection>;

export const accountConnectionCheck = z.lazy(() => z.object({ ok: z.boolean(), message: z.string() }));

export const telephonyProvider = z.enum(['telephony_vendor_a']);

export const accountConnectionKind: Kind<AccountConnection> = {
  name: 'account_connection',
  schema: accountConnection,
  quota: 'account_connections',
};
