import { logger } from '../../platform/logger.ts';
import { fetchOutbound } from '../../platform/outbound/outbound-request.ts';
import { contactNumber, readContext, withFetchedContext } from '../model/call-context.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';

/** Milliseconds until a request times out. The caller or callee waits on the line for at most two requests. */
const TIMEOUT_MS = 3_000;
const ATTEMPTS = 2;
const MAX_BYTES = 64 * 1024;

/** Adds the context from the agent's endpoint to a call. Unchanged without an endpoint, or if the requests fail. */
export async function withContext(call: CallWithSnapshot): Promise<CallWithSnapshot> {
  const endpoint = call.context_source?.endpoint;
  if (!endpoint || call.given_context !== undefined) return call;
  const url = new URL(endpoint);
  const number = contactNumber(call);
  if (number !== undefined) url.searchParams.set('phone_number', number);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return withFetchedContext(call, readContext(await ask(url)));
    } catch (error) {
      logger.warn('A context could not be fetched.', { callId: call.id, attempt, reason: reasonOf(error) });
    }
  }
  return call;
}

async function ask(url: URL): Promise<string> {
  const { status, body } = await fetchOutbound({
    url,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'phone-call-agents/1' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (status < 200 || status > 299) throw new Error(`The endpoint answered with HTTP status ${status}.`);
  return body;
}

/** The reason for the log, without any content of the answer. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'The answer is not JSON.';
  if (!(error instanceof Error)) return 'unknown';
  return 'issues' in error ? 'The answer is not a flat map, or is too large.' : error.message;
}
