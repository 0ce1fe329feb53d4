import * as z from 'zod/mini';
import type { LlmFallback } from './agent.ts';
import { modelTraits } from './model-traits.ts';

const names = () => z.array(z.string());

export const platformModels = z.lazy(() =>
  z.object({
    llm_vendor_a: names(),
    llm_vendor_b: names(),
    /** Amazon Bedrock, which authenticates by IAM. @default there is none */
    bedrock: z.optional(
      z.object({
        region: z.string(),
        models: names(),
        /** The default model of agents. @default that of llm_vendor_a */
        usual: z.optional(z.string()),
      }),
    ),
    /** The operator's knowledge about models. @default nothing */
    traits: z.optional(modelTraits),
  }),
);
export type PlatformModels = z.infer<typeof platformModels>;

/** The vendor of users' own accounts, and of the default model if Amazon Bedrock has none. */
export const USUAL_VENDOR = 'llm_vendor_a';

export function modelsAt(models: PlatformModels, provider: LlmFallback['provider']): readonly string[] {
  return provider === 'bedrock' ? (models.bedrock?.models ?? []) : models[provider];
}

/**
 * The account that a fallback uses: the platform's for models that the platform pays for, the user's own for any other
 * model of that vendor. Returns undefined if no account permits the model.
 */
export function accountOfFallback(
  { provider, model_name }: LlmFallback,
  { hasOwnAccount, models }: { readonly hasOwnAccount: boolean; readonly models: PlatformModels },
): 'platform' | 'own' | undefined {
  if (modelsAt(models, provider).includes(model_name)) return 'platform';
  return hasOwnAccount && provider === USUAL_VENDOR ? 'own' : undefined;
}
