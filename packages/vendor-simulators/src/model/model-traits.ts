import { z } from 'zod';
import { HttpError } from '../http/http-error.ts';
import type { CompletionRequest } from './completion-request.ts';
import { ModelError } from './model-error.ts';

/** What a model accepts: the body of `PUT /simulator/models/<name>`. */
export const modelTraitsSchema = z.strictObject({
  /** Parameters that requests to it must not contain, such as `max_tokens`. */
  refuses: z.array(z.string()).default([]),
  /** The vendor whose wording its refusals use. */
  words: z.enum(['openai', 'mistral', 'gemini', 'vllm', 'none']).default('openai'),
  window: z.int().min(1).optional(),
});
type ModelTraits = z.infer<typeof modelTraitsSchema>;

const SUCCESSORS: Readonly<Record<string, string>> = { max_tokens: 'max_completion_tokens' };

/** The models that do not accept everything. */
export class LimitedModels {
  readonly #traits = new Map<string, ModelTraits>();

  set(model: string, traits: ModelTraits): void {
    this.#traits.set(model, traits);
  }

  /** Throws if the model refuses the request, as its vendor does. */
  check(request: CompletionRequest): void {
    const traits = this.#traits.get(request.model);
    if (!traits) return;
    const refused = traits.refuses.find((name) => name in request && Reflect.get(request, name) != null);
    if (refused !== undefined && !isEmptyList(Reflect.get(request, refused)))
      throw refusal(refused, traits.words);
    const words = request.messages.flatMap(({ content }) => content.split(/\s+/).filter(Boolean)).length;
    if (traits.window !== undefined && words > traits.window) throw tooLong(words, traits.window);
  }
}

/** Whether a parameter is an empty list: a request without tools is read as one with none. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** https://platform.openai.com/docs/guides/error-codes */
function refusal(name: string, words: ModelTraits['words']): HttpError {
  switch (words) {
    case 'openai': {
      const successor = SUCCESSORS[name];
      const instead = successor === undefined ? '' : ` Use '${successor}' instead.`;
      const message = `Unsupported parameter: '${name}' is not supported with this model.${instead}`;
      return new ModelError(400, 'invalid_request_error', 'unsupported_parameter', message, name);
    }
    case 'mistral': {
      const detail = [
        { type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted' },
      ];
      const message = { detail };
      return new HttpError(422, {
        object: 'error',
        message,
        type: 'invalid_request_error',
        param: null,
        code: null,
      });
    }
    case 'gemini': {
      const message = `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
      return new HttpError(400, [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }]);
    }
    case 'vllm': {
      const message = `1 validation error for ChatCompletionRequest\n${name}\n  Extra inputs are not permitted [type=extra_forbidden]`;
      return new HttpError(400, {
        object: 'error',
        message,
        type: 'BadRequestError',
        param: null,
        code: 400,
      });
    }
    case 'none':
      return new HttpError(400, { error: 'Bad request' });
  }
}

function tooLong(words: number, window: number): ModelError {
  const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${words} tokens. Please reduce the length of the messages.`;
  return new ModelError(400, 'invalid_request_error', 'context_length_exceeded', message, 'messages');
}
