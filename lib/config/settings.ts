import { PLATFORM_MODELS, type PlatformModels } from '../../lambdas/agents/model/platform-models.ts';
import { QUOTAS } from '../../lambdas/platform/table/quota-limits.ts';
import type { Variable } from '../../lambdas/platform/variables/variable.ts';
import { PRICES } from '../../lambdas/usage/model/prices.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { NOUN_SETTINGS, placesOf } from './noun-settings.ts';

const PATHS: ReadonlyMap<string, readonly string[]> = new Map(
  placesOf(NOUN_SETTINGS).map(([{ name }, path]) => [name, path]),
);

/** A variable's text in this environment. Returns undefined if the configuration doesn't set it. */
export function settingText(variable: Variable<unknown>, config: EnvironmentConfig): string | undefined {
  const path = PATHS.get(variable.name);
  if (path) return variable.codec.encode(valueAt(config, path));
  switch (variable.name) {
    case PLATFORM_MODELS.name:
      return PLATFORM_MODELS.codec.encode(platformModelsOf(config));
    case PRICES.name:
      return PRICES.codec.encode(config.prices);
    case QUOTAS.name:
      return QUOTAS.codec.encode(config.quotas);
    default:
      // A number that no environment overrides.
      return 'default' in variable ? variable.codec.encode(variable.default) : undefined;
  }
}

const valueAt = (config: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => Object(value)[key], config);

function platformModelsOf({ languageModel, region }: EnvironmentConfig): PlatformModels {
  const { model, platformModels, bedrock, models } = languageModel;
  return {
    // The default model is always permitted.
    llm_vendor_a: [...new Set([model, ...platformModels.llm_vendor_a])],
    llm_vendor_b: [...platformModels.llm_vendor_b],
    ...(bedrock && { bedrock: bedrockOf(bedrock, region) }),
    ...(models && { traits: traitsOf(models) }),
  };
}

type LanguageModelConfig = EnvironmentConfig['languageModel'];

const bedrockOf = (
  { region, models, usualModel: usual }: NonNullable<LanguageModelConfig['bedrock']>,
  regionOfEnvironment: string,
) => ({ region: region ?? regionOfEnvironment, models: [...models], ...(usual && { usual }) });

const traitsOf = (models: NonNullable<LanguageModelConfig['models']>) =>
  Object.fromEntries(
    Object.entries(models).map(([name, { window, refuses }]) => [
      name,
      { ...(window && { window }), ...(refuses && { refuses: [...refuses] }) },
    ]),
  );
