import * as z from 'zod/mini';

/**
 * Parameters that a request to a model may contain and a model may refuse: named as in chat completions, except for the
 * last.
 */
export const MODEL_PARAMETERS = [
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'stream_options',
  'tool_choice',
  'reasoning_effort',
  'response_format',
  'tools',
  /** Marks the end of the part of a prompt that Amazon Bedrock caches. */
  'prompt_cache',
] as const;
export type ModelParameter = (typeof MODEL_PARAMETERS)[number];

const traits = () =>
  z.object({
    /** The longest request in tokens, with its answer. */
    window: z.optional(z.int()),
    /** Parameters that requests to the model must not contain. */
    refuses: z.optional(z.array(z.enum(MODEL_PARAMETERS))),
  });
/** The operator's knowledge about a model. The service learns the rest from the model's refusals. */
export type ModelTraits = z.infer<ReturnType<typeof traits>>;

export const modelTraits = z.lazy(() => z.record(z.string(), traits()));
