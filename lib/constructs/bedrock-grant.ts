import { Stack } from 'aws-cdk-lib';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { ServiceFunction } from './service-function.ts';

/** The geographies of cross-Region inference profiles: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html */
export const GEOGRAPHY = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\./;

/** The ARN of an application inference profile, which does not name its model. */
const APPLICATION_PROFILE = /:application-inference-profile\//;

const ACTION = 'bedrock:InvokeModelWithResponseStream';

/**
 * Permits a function to use the configured Amazon Bedrock models, and no others. An inference profile also needs the
 * permission for its model in each region to which it routes, restricted to requests through the profile:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
export function grantBedrock(
  fn: ServiceFunction,
  { languageModel: { bedrock }, region }: EnvironmentConfig,
): void {
  if (!bedrock || bedrock.models.length === 0) return;
  const { partition, account } = Stack.of(fn);
  const at = bedrock.region ?? region;
  const direct: string[] = [];
  const behind: { readonly profile: string; readonly model: string }[] = [];
  for (const model of bedrock.models) {
    if (GEOGRAPHY.test(model)) {
      const profile = `arn:${partition}:bedrock:${at}:${account}:inference-profile/${model}`;
      direct.push(profile);
      behind.push({ profile, model: model.replace(GEOGRAPHY, '') });
    } else if (model.startsWith('arn:')) {
      direct.push(model);
      if (APPLICATION_PROFILE.test(model)) behind.push({ profile: model, model: '*' });
    } else direct.push(`arn:${partition}:bedrock:${at}::foundation-model/${model}`);
  }
  fn.allow([ACTION], direct);
  for (const { profile, model } of behind) {
    const models = `arn:${partition}:bedrock:*::foundation-model/${model}`;
    fn.allow([ACTION], [models], {
      conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profile } },
      wildcard:
        'The inference profile chooses the region; the permission holds only for requests through it.',
    });
  }
}
