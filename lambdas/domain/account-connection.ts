import * as z from 'zod/mini';
import { ownerFields, phoneNumber, readOnlyFields, requiredText } from './fields.ts';

const llm = {
  type: z.literal('account_connection_llm'),
  credentials: z.strictObject({ llm_api_key: requiredText(500) }),
};

/** What a user sends to create a connection to a language-model account. */
export const llmConnectionInput = z.strictObject({ ...readOnlyFields, ...llm });

/** A user's own account at a language-model vendor. */
export const llmConnection = z.object({ ...ownerFields, ...llm });
export type LlmConnection = z.infer<typeof llmConnection>;

/** A user's own account at the telephony vendor. */
export const telephonyConnection = z.object({
  ...ownerFields,
  type: z.literal('account_connection_telephony'),
  credentials: z.strictObject({
    telephony_account_sid: requiredText(100),
    telephony_auth_token: requiredText(100),
  }),
  steering_pool: z.array(phoneNumber),
  account_supports_any_caller_id: z.boolean(),
});

/** A user's account at another vendor. */
export const accountConnection = z.discriminatedUnion('type', [llmConnection, telephonyConnection]);
export type AccountConnection = z.infer<typeof accountConnection>;
