import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient, ShownCall } from './api-client.ts';

/** Events follow the end of a call at once; a delivery that failed is tried again after five seconds. */
const CONCLUDED_WITHIN_MS = 15_000;
const POLL_MS = 100;

/** How a call came out. */
export interface Conclusion {
  readonly call: ShownCall;
  /** The event that closes a call's story and has not been delivered in time, if any. */
  readonly missing: string | undefined;
}

/** Whose conclusion is awaited. */
interface Awaited {
  readonly api: Pick<ApiClient, 'getCall'>;
  readonly callId: string;
  /** The kinds of event delivered so far; undefined when the deliveries go elsewhere. */
  readonly delivered: (() => ReadonlySet<string>) | undefined;
  readonly signal: AbortSignal;
}

/** Waits, within bounds, until the call is over and its last event was delivered. */
export async function awaitConclusion({ api, callId, delivered, signal }: Awaited): Promise<Conclusion> {
  const deadline = Date.now() + CONCLUDED_WITHIN_MS;
  for (;;) {
    const call = await api.getCall(callId);
    const isOver = call.status === 'ended' || call.status === 'error';
    const last = call.start_time ? 'event_transcript' : 'event_phone_call_did_not_connect';
    const missing = delivered && !delivered().has(last) ? last : undefined;
    if ((isOver && !missing) || Date.now() >= deadline) return { call, missing };
    await wait(POLL_MS, undefined, { signal });
  }
}
