import type { EnvironmentConfig } from './environment-config.ts';

/** The variable with the models on the platform's accounts; the default one is always among them. */
export function platformModelsVariable({ languageModel }: EnvironmentConfig): Record<string, string> {
  const { model, platformModels } = languageModel;
  const { llm_vendor_a, llm_vendor_b } = platformModels;
  return {
    PLATFORM_MODELS: JSON.stringify({ llm_vendor_a: [...new Set([model, ...llm_vendor_a])], llm_vendor_b }),
  };
}
