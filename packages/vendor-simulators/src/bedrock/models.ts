import { z } from 'zod';
import { AwsError } from './aws-error.ts';
import { type ConverseRequest, wordsOf } from './converse-request.ts';

/** What a model accepts: the body of `PUT /simulator/models/<id>`. */
export const modelSchema = z.strictObject({
  /** Fields of requests that the model refuses. */
  refuses: z
    .array(z.enum(['temperature', 'maxTokens', 'tools', 'cachePoint', 'additionalModelRequestFields']))
    .default([]),
  window: z.int().min(1).optional(),
  /** Whether the account may use it. */
  has_access: z.boolean().default(true),
  /** Whether it can be used through an inference profile only. */
  profile_only: z.boolean().default(false),
});
type Model = z.infer<typeof modelSchema>;

const ID = /^([a-z0-9-]+\.)+[\w.-]+(:[\w-]+)*$|^arn:aws[\w-]*:bedrock:/;

/**
 * The models of the account. Every id in the form of a model id is known. It accepts everything except cache points,
 * which Claude and Nova accept.
 */
export class Models {
  readonly #known = new Map<string, Model>();

  set(id: string, model: Model): void {
    this.#known.set(id, model);
  }

  /** Throws, with the reported messages of Bedrock, if the model refuses the request. */
  check(id: string, request: ConverseRequest): void {
    if (!ID.test(id)) throw new AwsError('ValidationException', 'The provided model identifier is invalid.');
    const { has_access, profile_only, window, refuses } = this.#known.get(id) ?? modelSchema.parse({});
    if (!has_access) throw new AwsError('AccessDeniedException');
    if (profile_only)
      throw new AwsError(
        'ValidationException',
        `Invocation of model ID ${id} with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.`,
      );
    const { inferenceConfig = {}, toolConfig, additionalModelRequestFields: fields } = request;
    const refused = (message: string) => new AwsError('ValidationException', message);
    if (refuses.includes('temperature') && inferenceConfig.temperature !== undefined)
      throw refused('The model returned the following errors: temperature is deprecated for this model.');
    if (refuses.includes('maxTokens') && inferenceConfig.maxTokens !== undefined)
      throw refused(
        'The maximum tokens you requested exceeds the model limit of 100. Try again with a maximum tokens value that is lower than 100.',
      );
    if (refuses.includes('tools') && toolConfig)
      throw refused("This model doesn't support tool use in streaming mode.");
    if (refuses.includes('additionalModelRequestFields') && fields)
      throw refused(
        `Malformed input request: #: extraneous key [${Object.keys(fields)[0]}] is not permitted, please reformat your input and try again.`,
      );
    const caches = /anthropic\.claude|amazon\.nova/.test(id) && !refuses.includes('cachePoint');
    if (!caches && JSON.stringify(request).includes('"cachePoint"'))
      throw new AwsError(
        'AccessDeniedException',
        'You invoked an unsupported model or your request did not allow prompt caching. See the documentation for more information.',
      );
    if (window !== undefined && wordsOf(request) > window)
      throw refused('Input is too long for requested model.');
  }
}
