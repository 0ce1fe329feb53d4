import type { EnvironmentConfig } from './environment-config.ts';
import type { Rule } from './rule.ts';

/**
 * An id of a foundation model or of an inference profile. It has no wildcard, because the functions get the permission
 * for exactly this id.
 */
const MODEL_ID = /^[a-z0-9-]+(\.[\w-]+)+(:[\w-]+)*$/i;
const MODEL_ARN = /^arn:aws[\w-]*:bedrock:[a-z0-9-]+:\d*:[a-z-]+\/[\w.:-]+$/;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Most models whose traits are known: functions receive them as a variable. */
const MAX_TRAITS = 20;

/** The rules of models at Amazon Bedrock, and of what is known of models. */
export function bedrockRules({ languageModel }: EnvironmentConfig): Rule[] {
  const { bedrock, models = {} } = languageModel;
  const windows = Object.values(models).flatMap(({ window }) => window ?? []);
  return [
    [
      'languageModel.models',
      Object.keys(models).length <= MAX_TRAITS &&
        windows.every((window) => Number.isInteger(window) && window >= 1_000),
      `must be at most ${MAX_TRAITS} models, with windows of at least 1000 tokens`,
    ],
    ...(bedrock ? rulesOf(bedrock) : []),
  ];
}

function rulesOf({
  region,
  models,
  usualModel,
}: NonNullable<EnvironmentConfig['languageModel']['bedrock']>): Rule[] {
  return [
    [
      'languageModel.bedrock.region',
      region === undefined || REGION.test(region),
      'must be a region of AWS, such as us-east-1',
    ],
    [
      'languageModel.bedrock.models',
      models.every((model) => model.length <= 200 && (MODEL_ID.test(model) || MODEL_ARN.test(model))),
      'must be ids of models or inference profiles, or their ARNs, without a wildcard: functions may ask them',
    ],
    [
      'languageModel.bedrock.usualModel',
      usualModel === undefined || models.includes(usualModel),
      'must be one of languageModel.bedrock.models',
    ],
  ];
}
