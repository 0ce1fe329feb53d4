import * as z from 'zod';
import { MODEL_PARAMETERS } from '../../lambdas/vendors/model/model-traits.ts';
import { NOUN_SETTINGS, schemasOf } from './noun-settings.ts';
import { region, whole } from './values.ts';

const modelName = z.string().min(1).max(200);

/** Ids of foundation models or inference profiles, or ARNs; no wildcards: permissions are for exactly these. */
const MODEL_ID = /^[a-z0-9-]+(\.[\w-]+)+(:[\w-]+)*$/i;
const MODEL_ARN = /^arn:aws[\w-]*:bedrock:[a-z0-9-]+:\d*:[a-z-]+\/[\w.:-]+$/;
const bedrockModels = z
  .array(modelName)
  .refine(
    (models) => models.every((model) => MODEL_ID.test(model) || MODEL_ARN.test(model)),
    'must be ids of models or inference profiles, or their ARNs, without a wildcard',
  );

const modelTraits = z
  .record(
    z.string(),
    z.strictObject({
      /** Maximum tokens of a request, including its answer. Longer requests omit older turns. @default 64,000 */
      window: whole(1000).exactOptional(),
      /** Parameters that requests to the model must not contain. @default none */
      refuses: z.array(z.enum(MODEL_PARAMETERS)).exactOptional(),
    }),
  )
  // Functions get them in a variable.
  .refine((models) => Object.keys(models).length <= 20, 'must be at most 20 models');

export const languageModel = z.strictObject({
  ...schemasOf(NOUN_SETTINGS.languageModel),
  /** Models that fallbacks may use on the platform's accounts, besides the default one. They spend your money. */
  platformModels: z.strictObject({
    llm_vendor_a: z.array(modelName),
    llm_vendor_b: z.array(modelName),
  }),
  /** Amazon Bedrock, which needs no key. @default none: functions can't use Bedrock */
  bedrock: z
    .strictObject({
      /** @default the environment's */
      region: region.exactOptional(),
      /**
       * Ids of foundation models and inference profiles, or ARNs. Functions may use these and no others. Agents may
       * have them as a fallback (provider `bedrock`) or as their usual model (`llm_model_name_override`), so choose
       * cheap models. The account must have access to them (docs/operations.md).
       */
      models: bedrockModels,
      /** One of `models`, which replaces `model` for agents without the user's own account. @default none */
      usualModel: z.string().exactOptional(),
    })
    .exactOptional(),
  /** Known properties of models, by name. Each container learns the others from refusals. @default none */
  models: modelTraits.exactOptional(),
});
