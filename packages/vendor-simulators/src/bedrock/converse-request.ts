import { z } from 'zod';
import { HttpError } from '../http/http-server.ts';

/** Exceptions of the runtime API with their statuses: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#API_runtime_ConverseStream_Errors */
const STATUSES = {
  AccessDeniedException: 403,
  InternalServerException: 500,
  ModelErrorException: 424,
  ModelNotReadyException: 429,
  ModelStreamErrorException: 424,
  ResourceNotFoundException: 404,
  ServiceUnavailableException: 503,
  ThrottlingException: 429,
  ValidationException: 400,
} as const;
type ExceptionName = keyof typeof STATUSES;

/** AWS's messages for exceptions without further details. */
const WORDS: Partial<Readonly<Record<ExceptionName, string>>> = {
  AccessDeniedException: "You don't have access to the model with the specified model ID.",
  InternalServerException:
    'The system encountered an unexpected error during processing. Try your request again.',
  ModelErrorException:
    'The system encountered an unexpected error during processing. Try your request again.',
  ModelNotReadyException: 'Model is not ready for inference. Wait and try your request again.',
  ModelStreamErrorException: 'The model produced an invalid sequence. Try your request again.',
  ServiceUnavailableException: 'Bedrock is unable to process your request.',
  ThrottlingException: 'Too many requests, please wait before trying again.',
};

/** A refusal in the shape of AWS's JSON over REST: its name is in a header. */
export class AwsError extends HttpError {
  readonly exception: ExceptionName;

  constructor(exception: ExceptionName, message = WORDS[exception] ?? exception) {
    super(STATUSES[exception], { message });
    this.exception = exception;
  }
}

const text = z.strictObject({ text: z.string() });
const cachePoint = z.strictObject({
  cachePoint: z.strictObject({ type: z.literal('default'), ttl: z.enum(['5m', '1h']).optional() }),
});
const toolUse = z.strictObject({
  toolUse: z.strictObject({
    toolUseId: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    input: z.record(z.string(), z.unknown()),
  }),
});
const toolResult = z.strictObject({
  toolResult: z.strictObject({
    toolUseId: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    content: z.array(z.union([text, z.strictObject({ json: z.unknown() })])),
    status: z.enum(['success', 'error']).optional(),
  }),
});
const block = z.union([text, cachePoint, toolUse, toolResult]);

/** The supported fields of a Converse request's body; any other field is refused. */
export const converseRequestSchema = z.strictObject({
  system: z.array(z.union([z.strictObject({ text: z.string().min(1) }), cachePoint])).optional(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).max(2500).optional(),
    })
    .optional(),
  toolConfig: z
    .strictObject({
      tools: z
        .array(
          z.union([
            cachePoint,
            z.strictObject({
              toolSpec: z.strictObject({
                name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
                description: z.string().min(1).optional(),
                inputSchema: z.strictObject({ json: z.looseObject({ type: z.literal('object') }) }),
              }),
            }),
          ]),
        )
        .min(1),
    })
    .optional(),
  additionalModelRequestFields: z.record(z.string(), z.unknown()).optional(),
});
export type ConverseRequest = z.infer<typeof converseRequestSchema>;

export const toolNames = ({ toolConfig }: ConverseRequest): string[] =>
  (toolConfig?.tools ?? []).flatMap((tool) => ('toolSpec' in tool ? tool.toolSpec.name : []));

/** The words of a request; a token is a word here. */
export function wordsOf({ system = [], messages }: ConverseRequest): number {
  const texts = [...system, ...messages.flatMap(({ content }) => content)].flatMap((part) =>
    'text' in part ? part.text : 'cachePoint' in part ? [] : JSON.stringify(part),
  );
  return texts.flatMap((each) => each.split(/\s+/).filter(Boolean)).length;
}

/** What a model accepts: the body of `PUT /simulator/models/<id>`. */
export const modelSchema = z.strictObject({
  /** Fields of requests that the model refuses. */
  refuses: z
    .array(z.enum(['temperature', 'maxTokens', 'tools', 'cachePoint', 'additionalModelRequestFields']))
    .default([]),
});
type Model = z.infer<typeof modelSchema>;

const ID = /^([a-z0-9-]+\.)+[\w.-]+(:[\w-]+)*$|^arn:aws[\w-]*:bedrock:/;

/** The account's models: every well-formed id. Only Claude and Nova accept cache points. */
export class Models {
  readonly #known = new Map<string, Model>();

  set(id: string, model: Model): void {
    this.#known.set(id, model);
  }

  /** Throws, with the reported messages of Bedrock, if the model refuses the request. */
  check(id: string, request: ConverseRequest): void {
    if (!ID.test(id)) throw new AwsError('ValidationException', 'The provided model identifier is invalid.');
    const { refuses } = this.#known.get(id) ?? modelSchema.parse({});
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
  }
}
