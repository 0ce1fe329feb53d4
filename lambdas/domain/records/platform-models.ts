import * as z from 'zod/mini';
import type { LlmFallback } from './agent.ts';

const names = () => z.array(z.string());

/** The models on the platform's own accounts, by vendor. */
export const platformModels = z.lazy(() => z.object({ llm_vendor_a: names(), llm_vendor_b: names() }));
export type PlatformModels = z.infer<typeof platformModels>;

/** The vendor of the default model and of users' own accounts. */
export const USUAL_VENDOR = 'llm_vendor_a';

/**
 * The account that a fallback uses: the platform's for the models that it pays for, the user's own for any other model
 * of that vendor. Returns undefined if no account permits the model.
 */
export function accountOfFallback(
  { provider, model_name }: LlmFallback,
  { hasOwnAccount, models }: { readonly hasOwnAccount: boolean; readonly models: PlatformModels },
): 'platform' | 'own' | undefined {
  if (models[provider].includes(model_name)) return 'platform';
  return hasOwnAccount && provider === USUAL_VENDOR ? 'own' : undefined;
}
