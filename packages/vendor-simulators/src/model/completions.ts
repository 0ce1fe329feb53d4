import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { answerJson, type Exchange, type Route } from '../http/http-server.ts';
import type { Accounts } from './accounts.ts';
import { completionRequestSchema } from './completion-request.ts';
import { giveAnswer } from './give-answer.ts';
import { ModelError } from './model-error.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import type { ScriptBook } from './script-book.ts';

interface ModelState {
  readonly book: ScriptBook;
  readonly log: RequestLog;
  readonly accounts: Accounts;
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
  { book, log, accounts }: ModelState,
  { headers, body, response }: Exchange,
): Promise<void> {
  const account = accounts.nameOf(headers.authorization);
  const json = parseJson(body);
  const request = completionRequestSchema.safeParse(json);
  if (!request.success) {
    throw new ModelError(400, 'invalid_request_error', null, z.prettifyError(request.error));
  }
  const entry = log.open(json, account);
  const signal = watch(response, entry);
  try {
    await giveAnswer({ request: request.data, decision: book.decide(request.data), entry, response, signal });
  } catch (error) {
    // The client has disconnected.
    if (!signal.aborted) throw error;
  }
}

/** Records how the response ends. Returns a signal that aborts if the client disconnects before. */
function watch(response: ServerResponse, entry: LoggedRequest): AbortSignal {
  const gone = new AbortController();
  response.on('finish', () => {
    entry.status = response.statusCode;
    entry.finished_at = new Date().toISOString();
  });
  response.on('close', () => {
    if (response.writableFinished) return;
    entry.status = response.headersSent ? response.statusCode : null;
    entry.aborted_at = new Date().toISOString();
    gone.abort();
  });
  return gone.signal;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ModelError(400, 'invalid_request_error', null, 'The request body is not JSON.');
  }
}
