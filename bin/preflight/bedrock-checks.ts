import * as z from 'zod';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { GEOGRAPHY } from '../../lib/constructs/bedrock-grant.ts';
import { type AskAws, unlessMissing } from './ask-aws.ts';
import { type Checks, need } from './check.ts';

const model = z.object({ modelDetails: z.object({ modelId: z.string() }) });
const profile = z.object({ models: z.array(z.object({ modelArn: z.string() })) });
const availability = z.object({ agreementAvailability: z.object({ status: z.string() }) });

/**
 * Whether each configured model or inference profile exists in the region, and the account has accepted its terms. A
 * first request would accept them, but only from a role with AWS Marketplace permissions, which no function has:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-access.html
 */
export function bedrockChecks(
  { languageModel, region }: EnvironmentConfig,
  askIn: (region: string) => AskAws,
): Checks {
  const { models = [], region: at = region } = languageModel.bedrock ?? {};
  const ask = askIn(at);
  const get = <Answer>(answer: z.ZodType<Answer>, operation: string, path: string) =>
    unlessMissing(ask(answer, `bedrock:${operation}`, path));

  /** The id of a model, or of the model behind a profile. */
  const find = async (id: string) => {
    const path = encodeURIComponent(id);
    if (!GEOGRAPHY.test(id) && !id.includes('inference-profile/'))
      return (await get(model, 'GetFoundationModel', `/foundation-models/${path}`))?.modelDetails.modelId;
    const found = await get(profile, 'GetInferenceProfile', `/inference-profiles/${path}`);
    return found?.models[0]?.modelArn.split('/')[1];
  };

  const check = async (id: string) => {
    const found = await find(id);
    need(found !== undefined, `not in ${at}: name another model or profile in languageModel.bedrock`);
    const path = `/foundation-model-availability/${encodeURIComponent(found ?? '')}`;
    const answer = await get(availability, 'GetFoundationModelAvailability', path);
    need(
      answer?.agreementAvailability.status === 'AVAILABLE',
      `no access in ${at}: open it once in the playground of https://${at}.console.aws.amazon.com/bedrock/home?region=${at}#/model-catalog`,
    );
    return `access in ${at}`;
  };
  return Object.fromEntries(models.map((id) => [`Bedrock ${id}`, () => check(id)]));
}
