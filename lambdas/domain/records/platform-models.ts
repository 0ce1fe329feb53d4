import * as z from 'zod/mini';
import type { LlmFallback } from './agent.ts';

const names = () => z.array(z.string());

/** The models that may be asked through the platform's own accounts, by vendor. */
export const platformModels = z.lazy(() => z.object({ llm_vendor_a: names(), llm_vendor_b: names() }));
export type PlatformModels = z.infer<typeof platformModels>;

/** The vendor of the usual model, which is also the vendor of users' own accounts. */
export const USUAL_VENDOR = 'llm_vendor_a';

/**
 * Through whose account a fallback is asked: the platform's, for the models that it pays for; the user's own, for any other model at
 * the vendor of that account. Undefined where it may not be asked at all.
 */
export function accountOfFallback(
  { provider, model_name }: LlmFallback,
  { hasOwnAccount, models }: { readonly hasOwnAccount: boolean; readonly models: PlatformModels },
): 'platform' | 'own' | undefined {
  if (models[provider].includes(model_name)) return 'platform';
  return hasOwnAccount && provider === USUAL_VENDOR ? 'own' : undefined;
}
