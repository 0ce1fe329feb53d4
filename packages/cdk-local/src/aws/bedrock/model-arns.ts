import type { Need } from '../protocol/access.ts';

/** The geographies of cross-Region inference profiles: https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html */
const GEOGRAPHY = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\./;

const action = 'bedrock:InvokeModelWithResponseStream';

/**
 * The permissions that a request to a model needs. A model behind an inference profile needs its own permission, which
 * may hold only for requests through the profile:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
export function needsOf(
  model: string,
  { region, account }: { readonly region: string; readonly account: string },
): Need[] {
  const foundation = (id: string) => `arn:aws:bedrock:${region}::foundation-model/${id}`;
  const through = (profile: string, id: string) => ({
    action,
    resource: foundation(id),
    context: { 'bedrock:InferenceProfileArn': profile },
  });
  // The model of an application inference profile is unknown here.
  if (model.includes(':application-inference-profile/'))
    return [{ action, resource: model }, through(model, 'unknown')];
  if (model.startsWith('arn:')) return [{ action, resource: model }];
  if (!GEOGRAPHY.test(model)) return [{ action, resource: foundation(model) }];
  const profile = `arn:aws:bedrock:${region}:${account}:inference-profile/${model}`;
  return [{ action, resource: profile }, through(profile, model.replace(GEOGRAPHY, ''))];
}
