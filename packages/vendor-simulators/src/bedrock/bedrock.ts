import { z } from 'zod';
import { answerJson, type Exchange, type RunningServer, startHttpServer } from '../http/http-server.ts';
import { controlRoutes } from '../model/control-routes.ts';
import { PromptCache } from '../model/prompt-cache.ts';
import { RequestLog } from '../model/request-log.ts';
import type { RuleInput } from '../model/rules.ts';
import { ScriptBook } from '../model/script-book.ts';
import { watchResponse } from '../model/watch-response.ts';
import { AwsError } from './aws-error.ts';
import { checkConversation } from './check-conversation.ts';
import { type ConverseRequest, converseRequestSchema, wordsOf } from './converse-request.ts';
import { giveAnswer, type PromptTokens } from './give-answer.ts';
import { Models, modelSchema } from './models.ts';
import { type Credentials, checkSignature } from './signature.ts';
import { toCompletionRequest } from './situation.ts';

export interface BedrockOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** The credentials of accepted requests. @default any: a forwarding server has checked the permissions */
  readonly credentials?: Credentials;
  /** Rules before those of the default conversation. */
  readonly replies?: readonly RuleInput[];
}

interface State {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly models: Models;
  readonly cache: PromptCache;
  readonly credentials: Credentials | undefined;
}

/** Starts scripted models behind the runtime API of Amazon Bedrock: `ConverseStream`, and a control side. */
export async function startBedrock(options: BedrockOptions = {}): Promise<RunningServer> {
  const { credentials } = options;
  const state = {
    book: new ScriptBook(options.replies ?? []),
    log: new RequestLog(),
    models: new Models(),
    cache: new PromptCache(),
    credentials,
  };
  return startHttpServer(options.port ?? 0, [
    {
      method: 'POST',
      path: /^\/model\/(?<id>[^/]+)\/converse-stream$/,
      handle: (exchange) => refuseAsAws(exchange, () => converse(state, exchange)),
    },
    ...controlRoutes({ ...state, traits: modelSchema }),
  ]);
}

async function converse(state: State, { url, headers, params, body, response }: Exchange): Promise<void> {
  const { id = '' } = params;
  if (state.credentials) checkSignature({ path: url.pathname, headers, body }, state.credentials);
  const request = readRequest(body);
  const entry = state.log.open({ model: id, ...request }, 'platform');
  const signal = watchResponse(response, entry);
  try {
    checkConversation(request);
    state.models.check(id, request);
    const decision = state.book.decide(toCompletionRequest(id, request));
    await giveAnswer({ decision, prompt: promptTokens(state.cache, id, request), entry, response, signal });
  } catch (error) {
    // The client has disconnected.
    if (!signal.aborted) throw error;
  }
}

function readRequest(body: string): ConverseRequest {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new AwsError('ValidationException', 'The request body is not JSON.');
  }
  const request = converseRequestSchema.safeParse(json);
  if (!request.success) throw new AwsError('ValidationException', z.prettifyError(request.error));
  return request.data;
}

/** The tokens before the last cache point are read from the cache or written to it. */
function promptTokens(cache: PromptCache, id: string, request: ConverseRequest): PromptTokens {
  const parts = [
    ...(request.toolConfig?.tools ?? []),
    ...(request.system ?? []),
    ...request.messages.flatMap(({ content }) => content),
  ];
  const end = parts.findLastIndex((part) => 'cachePoint' in part);
  const words = wordsOf(request);
  if (end < 0) return { fresh: words, read: 0, written: 0 };
  const marked = parts.slice(0, end).filter((part) => !('cachePoint' in part));
  const read = Math.min(words, cache.take(id, marked));
  return { fresh: words - read, read, written: 0 };
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
