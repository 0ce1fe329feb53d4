import { z } from 'zod';
import { HttpError } from '../http/http-server.ts';
import type { CompletionRequest } from './script-book.ts';

/** A refusal in the shape of the chat-completions API. */
export class ModelError extends HttpError {
  constructor(
    status: number,
    type: string,
    code: string | null,
    message: string,
    param: string | null = null,
  ) {
    super(status, { error: { message, type, param, code } });
  }
}

/** What a model accepts: the body of `PUT /simulator/models/<name>`. */
export const modelTraitsSchema = z.strictObject({
  /** Parameters that requests to it must not contain, such as `max_tokens`. */
  refuses: z.array(z.string()).default([]),
  /** The vendor whose wording its refusals use. */
  words: z.enum(['openai', 'none']).default('openai'),
  window: z.int().min(1).optional(),
  /** Whether its chat template accepts a system message only at the beginning, and then alternating roles. */
  strict_order: z.boolean().default(false),
});
type ModelTraits = z.infer<typeof modelTraitsSchema>;

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
    if (traits.strict_order && !isInOrder(request.messages.map(({ role }) => role))) throw outOfOrder();
    const words = request.messages.flatMap(({ content }) => content.split(/\s+/).filter(Boolean)).length;
    if (traits.window !== undefined && words > traits.window) throw tooLong(words, traits.window);
  }
}

/** Whether a parameter is an empty list: a request without tools is read as one with none. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const isInOrder = (roles: readonly string[]) =>
  /^(?:system )?user(?: assistant(?: tool)* user| assistant(?: tool)*)*$/.test(roles.join(' '));

/** As vLLM reports an exception of a chat template. */
const outOfOrder = () =>
  new ModelError(400, 'BadRequestError', null, 'Conversation roles must alternate user/assistant/…');

/** https://platform.openai.com/docs/guides/error-codes; some servers do not name the parameter. */
function refusal(name: string, words: ModelTraits['words']): HttpError {
  if (words === 'none') return new HttpError(400, { error: 'Bad request' });
  const instead = name === 'max_tokens' ? " Use 'max_completion_tokens' instead." : '';
  const message = `Unsupported parameter: '${name}' is not supported with this model.${instead}`;
  return new ModelError(400, 'invalid_request_error', 'unsupported_parameter', message, name);
}

function tooLong(words: number, window: number): ModelError {
  const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${words} tokens. Please reduce the length of the messages.`;
  return new ModelError(400, 'invalid_request_error', 'context_length_exceeded', message, 'messages');
}
