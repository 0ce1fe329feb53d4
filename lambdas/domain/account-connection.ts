import * as z from 'zod/mini';
import { ownerFields, phoneNumber, requiredText } from './fields.ts';

const llm = () =>
  z.object({
    ...ownerFields,
    type: z.literal('account_connection_llm'),
    credentials: z.strictObject({ llm_api_key: requiredText(500) }),
  });

const telephony = () =>
  z.object({
    ...ownerFields,
    type: z.literal('account_connection_telephony'),
    credentials: z.strictObject({
      telephony_account_sid: requiredText(100),
      telephony_auth_token: requiredText(100),
    }),
    steering_pool: z.array(phoneNumber),
    account_supports_any_caller_id: z.boolean(),
  });

/** A user's own account at a language-model vendor. */
export const llmConnection = z.lazy(llm);
export type LlmConnection = z.infer<typeof llmConnection>;

/** A user's account at another vendor: for language models or for telephony. */
export const accountConnection = z.lazy(() => z.discriminatedUnion('type', [llm(), telephony()]));
export type AccountConnection = z.infer<typeof accountConnection>;
