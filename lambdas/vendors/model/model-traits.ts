import * as z from 'zod/mini';

/** Optional parts of requests that a model may refuse, named as in chat completions. */
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
  /** System messages after the beginning; without it, they become part of the user's messages. */
  'late_system',
] as const;
export type ModelParameter = (typeof MODEL_PARAMETERS)[number];

const traits = () =>
  z.object({
    window: z.optional(z.int()),
    refuses: z.optional(z.array(z.enum(MODEL_PARAMETERS))),
  });
/** The operator's knowledge about a model. The service learns the rest from the model's refusals. */
export type ModelTraits = z.infer<ReturnType<typeof traits>>;

export const modelTraits = z.lazy(() => z.record(z.string(), traits()));

/** How much a model reasons before it answers: https://platform.openai.com/docs/guides/reasoning */
export const reasoningEffort = () => z.enum(['none', 'minimal', 'low', 'medium', 'high']);
export type ReasoningEffort = z.infer<ReturnType<typeof reasoningEffort>>;
