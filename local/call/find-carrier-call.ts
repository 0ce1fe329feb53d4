import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from './clients/api-client.ts';
import { CommandError } from './clients/command-error.ts';

/** Milliseconds until a call is dialed; without an answer of the vendor, the service retries for longer. */
const DIALED_WITHIN_MS = 30_000;
const POLL_MS = 100;

/** Waits until the call is dialed. Returns the carrier's id, or undefined if the call was over before. */
export async function findCarrierCall(
  api: Pick<ApiClient, 'getCall'>,
  callId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deadline = Date.now() + DIALED_WITHIN_MS;
  do {
    signal.throwIfAborted();
    const { telephony_id: sid, status } = await api.getCall(callId);
    if (sid) return sid;
    if (status === 'ended' || status === 'error') return undefined;
    await wait(POLL_MS, undefined, { signal });
  } while (Date.now() < deadline);
  throw new CommandError(`The call was not dialed within ${DIALED_WITHIN_MS / 1000} seconds.`);
}
