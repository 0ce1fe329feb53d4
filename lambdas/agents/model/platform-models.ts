import * as z from 'zod/mini';
import { requiredText } from '../../platform/fields.ts';
import { json } from '../../platform/variables/codecs.ts';
import type { Variable } from '../../platform/variables/variable.ts';
import { modelTraits } from '../../vendors/model/model-traits.ts';

/** The model that answers when the agent's own one fails. */
export const llmFallback = () =>
  z.strictObject({
    provider: z._default(z.enum(['llm_vendor_a', 'llm_vendor_b', 'bedrock']), 'llm_vendor_a'),
    model_name: requiredText(200),
  });
export type LlmFallback = z.infer<ReturnType<typeof llmFallback>>;

const names = () => z.array(z.string());

export const platformModels = z.lazy(() =>
  z.object({
    llm_vendor_a: names(),
    llm_vendor_b: names(),
    /** Amazon Bedrock, which authenticates by IAM. @default none */
    bedrock: z.optional(
      z.object({
        region: z.string(),
        models: names(),
        /** The default model of agents. @default that of llm_vendor_a */
        usual: z.optional(z.string()),
      }),
    ),
    traits: z.optional(modelTraits),
  }),
);
export type PlatformModels = z.infer<typeof platformModels>;

/** The vendor of users' own accounts, and of the default model if Amazon Bedrock has none. */
export const USUAL_VENDOR = 'llm_vendor_a';

export function modelsAt(models: PlatformModels, provider: LlmFallback['provider']): readonly string[] {
  return provider === 'bedrock' ? (models.bedrock?.models ?? []) : models[provider];
}

/** The platform's account for its models, else the user's own at that vendor; undefined if neither permits the model. */
export function accountOfFallback(
  { provider, model_name }: LlmFallback,
  { hasOwnAccount, models }: { readonly hasOwnAccount: boolean; readonly models: PlatformModels },
): 'platform' | 'own' | undefined {
  if (modelsAt(models, provider).includes(model_name)) return 'platform';
  return hasOwnAccount && provider === USUAL_VENDOR ? 'own' : undefined;
}

export const PLATFORM_MODELS: Variable<PlatformModels> = {
  name: 'PLATFORM_MODELS',
  codec: json(platformModels),
};
