import {
  answerJson,
  type Exchange,
  type RunningServer,
  readBody,
  route,
  startHttpServer,
} from '../http/http-server.ts';
import { controlRoutes } from '../model/control-routes.ts';
import { RequestLog, untilGone } from '../model/request-log.ts';
import { type CompletionRequest, completionRequestSchema, ScriptBook } from '../model/script-book.ts';
import {
  AwsError,
  type ConverseRequest,
  converseRequestSchema,
  Models,
  modelSchema,
  toolNames,
  wordsOf,
} from './converse-request.ts';
import { giveAnswer, type PromptTokens } from './give-answer.ts';

interface State {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly models: Models;
  readonly cache: PromptCache;
}

/**
 * Starts scripted models behind `ConverseStream` of Amazon Bedrock, and a control side. Checks no signatures. The advice
 * follows words that no rule matches.
 */
export async function startBedrock({ advice }: { readonly advice?: string } = {}): Promise<RunningServer> {
  const state = {
    book: new ScriptBook([], advice),
    log: new RequestLog(),
    models: new Models(),
    cache: new PromptCache(),
  };
  return startHttpServer([
    route('POST', '/model/{id}/converse-stream', (exchange) =>
      refuseAsAws(exchange, () => converse(state, exchange)),
    ),
    ...controlRoutes({ ...state, traits: modelSchema }),
  ]);
}

async function converse(state: State, { params, body, response }: Exchange): Promise<void> {
  const { id = '' } = params;
  const request = readBody(
    body,
    converseRequestSchema,
    (message) => new AwsError('ValidationException', message),
  );
  const entry = state.log.open({ model: id, ...request }, 'platform');
  await untilGone(response, entry, async (signal) => {
    checkConversation(request);
    state.models.check(id, request);
    const decision = state.book.decide(toCompletionRequest(id, request));
    await giveAnswer({ decision, prompt: promptTokens(state.cache, id, request), entry, response, signal });
  });
}

/** The tokens before the last cache point come from the cache, if it has them. */
function promptTokens(cache: PromptCache, id: string, request: ConverseRequest): PromptTokens {
  const parts = [
    ...(request.toolConfig?.tools ?? []),
    ...(request.system ?? []),
    ...request.messages.flatMap(({ content }) => content),
  ];
  const end = parts.findLastIndex((part) => 'cachePoint' in part);
  const words = wordsOf(request);
  if (end < 0) return { fresh: words, read: 0 };
  const marked = parts.slice(0, end).filter((part) => !('cachePoint' in part));
  const read = Math.min(words, cache.take(id, marked));
  return { fresh: words - read, read };
}

async function refuseAsAws({ response }: Exchange, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AwsError) || response.headersSent) throw error;
    response.setHeader('x-amzn-errortype', `${error.exception}:http://internal.amazon.com/coral/`);
    answerJson(response, error.status, error.body);
  }
}

/** The words with which a prompt asks for JSON; the API has no field for it. */
const SCHEMA = /JSON Schema: (\{.*\})/s;

/** The request in the form that the scripted model reads. */
function toCompletionRequest(model: string, request: ConverseRequest): CompletionRequest {
  const system = (request.system ?? []).flatMap((part) => ('text' in part ? part.text : []));
  const messages = request.messages.flatMap(({ role, content }) =>
    content.flatMap((block) => {
      if ('text' in block) return [{ role, content: block.text }];
      if (!('toolResult' in block)) return [];
      const parts = block.toolResult.content.map((part) =>
        'text' in part ? part.text : JSON.stringify(part.json),
      );
      return [{ role: 'tool', content: parts.join('') }];
    }),
  );
  const [, schema] = SCHEMA.exec(messages.at(-1)?.content ?? '') ?? [];
  return completionRequestSchema.parse({
    model,
    stream: true,
    messages: [{ role: 'system', content: system.join('\n') }, ...messages],
    tools: toolNames(request).map((name) => ({ function: { name } })),
    ...(schema !== undefined && { response_format: { json_schema: { schema: JSON.parse(schema) } } }),
  });
}

/** Most cache points of a request: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html */
const MAX_CACHE_POINTS = 4;

/** Throws, with the reported messages of Bedrock, if the messages are not a conversation. */
function checkConversation({ messages, toolConfig, system = [] }: ConverseRequest): void {
  const refuse = (message: string) => {
    throw new AwsError('ValidationException', message);
  };
  if (messages[0]?.role !== 'user')
    refuse(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  if (messages.some(({ role }, index) => role === messages[index - 1]?.role))
    refuse(
      'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    );
  if (messages.at(-1)?.role !== 'user')
    refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  const blocks = messages.flatMap(({ content }) => content);
  messages.forEach(({ content }, message) => {
    content.forEach((block, index) => {
      if ('text' in block && block.text.trim() === '')
        refuse(
          `The text field in the ContentBlock object at messages.${message}.content.${index} is blank. Add text to the text field, and try again.`,
        );
    });
    const asked = content.flatMap((block) => ('toolUse' in block ? block.toolUse.toolUseId : []));
    const answered = (messages[message + 1]?.content ?? []).flatMap((block) =>
      'toolResult' in block ? block.toolResult.toolUseId : [],
    );
    const missing = asked.filter((id) => !answered.includes(id));
    if (missing.length > 0)
      refuse(
        `Expected toolResult blocks at messages.${message + 1}.content for the following Ids: ${missing.join(', ')}`,
      );
    if (answered.length > asked.length)
      refuse(
        `The number of toolResult blocks at messages.${message + 1}.content exceeds the number of toolUse blocks of previous turn.`,
      );
  });
  if (!toolConfig && blocks.some((block) => 'toolUse' in block || 'toolResult' in block))
    refuse('The toolConfig field must be defined when using toolUse and toolResult content blocks.');
  const points = [...system, ...blocks, ...(toolConfig?.tools ?? [])].filter((part) => 'cachePoint' in part);
  if (points.length > MAX_CACHE_POINTS)
    refuse(`The number of cache points exceeds the maximum of ${MAX_CACHE_POINTS}.`);
}

/** Minimum length of a cached prompt, and the increment of its cached part. A token is a word here. */
const LEAST = 1024;
const STEP = 128;
const REMEMBERED = 50;

/** Finds the beginning that a prompt shares with an earlier one, as vendors cache prompts. */
class PromptCache {
  #prompts: { readonly owner: string; readonly words: readonly string[] }[] = [];

  /** Remembers the parts of a prompt in their order. Returns the number of words that the cache contained. */
  take(owner: string, parts: readonly unknown[]): number {
    const words = parts.flatMap((part) => JSON.stringify(part).split(' '));
    if (words.length < LEAST) return 0;
    const before = this.#prompts.filter((prompt) => prompt.owner === owner);
    this.#prompts = [...this.#prompts, { owner, words }].slice(-REMEMBERED);
    const shared = Math.max(0, ...before.map((prompt) => sharedBeginning(prompt.words, words)));
    return shared < LEAST ? 0 : shared - (shared % STEP);
  }
}

function sharedBeginning(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((word, index) => word !== other[index]);
  return end < 0 ? one.length : end;
}
