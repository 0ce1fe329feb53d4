import { z } from 'zod';
import { answerJson, type Exchange, type Route } from '../http/http-server.ts';
import type { Accounts } from './accounts.ts';
import { completionRequestSchema } from './completion-request.ts';
import { giveAnswer } from './give-answer.ts';
import { ModelError } from './model-error.ts';
import type { LimitedModels } from './model-traits.ts';
import type { PromptCache } from './prompt-cache.ts';
import type { RequestLog } from './request-log.ts';
import type { ScriptBook } from './script-book.ts';
import { watchResponse } from './watch-response.ts';

interface ModelState {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly accounts: Accounts;
  readonly cache: PromptCache;
  readonly limited: LimitedModels;
}

/** The only model. Requests may name any other. */
const MODEL = { id: 'scripted', object: 'model', created: 0, owned_by: 'local' };

/** The OpenAI-compatible API: chat completions and the list of models. */
export function completionRoutes(state: ModelState): Route[] {
  return [
    {
      method: 'POST',
      path: /^\/v1\/chat\/completions$/,
      handle: (exchange) => complete(state, exchange),
    },
    {
      method: 'GET',
      path: /^\/v1\/models$/,
      handle: (exchange) => {
        state.accounts.nameOf(exchange.headers.authorization);
        answerJson(exchange.response, 200, { object: 'list', data: [MODEL] });
      },
    },
  ];
}

async function complete(
  { book, log, accounts, cache, limited }: ModelState,
  { headers, body, response }: Exchange,
): Promise<void> {
  const account = accounts.nameOf(headers.authorization);
  const json = parseJson(body);
  const request = completionRequestSchema.safeParse(json);
  if (!request.success) {
    throw new ModelError(400, 'invalid_request_error', null, z.prettifyError(request.error));
  }
  const entry = log.open(json, account);
  const signal = watchResponse(response, entry);
  try {
    limited.check(request.data);
    const decision = book.decide(request.data);
    const cached = cache.take(`${account} ${request.data.model}`, [
      request.data.tools,
      ...request.data.messages,
    ]);
    await giveAnswer({ request: request.data, decision, cached, entry, response, signal });
  } catch (error) {
    // The client has disconnected.
    if (!signal.aborted) throw error;
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ModelError(400, 'invalid_request_error', null, 'The request body is not JSON.');
  }
}
