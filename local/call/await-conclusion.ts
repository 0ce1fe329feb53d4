import { setTimeout as wait } from 'node:timers/promises';
import type { ShownCall } from './call-plan.ts';
import type { Delivery } from './webhook-receiver.ts';

/** Milliseconds to wait for events after the end of a call; a failed delivery is retried after five seconds. */
export const CONCLUDED_WITHIN_MS = 15_000;
const POLL_MS = 100;

export interface Conclusion {
  readonly call: ShownCall;
  /** Kinds of event that were not delivered in time. */
  readonly missing: readonly string[];
}

interface Awaited {
  readonly getCall: () => Promise<ShownCall>;
  /** The array that collects deliveries; undefined if they go elsewhere. */
  readonly deliveries: Parameters<typeof missingEvents>[1] | undefined;
  /** The data that the service extracts after the call. */
  readonly findings: readonly ('collected_fields' | 'analysis')[];
  readonly signal: AbortSignal;
}

/** Waits, with a limit, until the call is over and its events are delivered. */
export async function awaitConclusion({
  getCall,
  deliveries,
  findings,
  signal,
}: Awaited): Promise<Conclusion> {
  const deadline = Date.now() + CONCLUDED_WITHIN_MS;
  for (;;) {
    const call = await getCall();
    const isOver = call.status === 'ended' || call.status === 'error';
    const missing = deliveries ? missingEvents(call, deliveries) : [];
    missing.push(...findings.filter((name) => !call[name]));
    if ((isOver && missing.length === 0) || Date.now() >= deadline) return { call, missing };
    await wait(POLL_MS, undefined, { signal });
  }
}

/** Kinds of event of a finished call that are still undelivered, in any order. */
export function missingEvents(
  call: ShownCall,
  deliveries: readonly Pick<Delivery, 'kind' | 'payload' | 'isRepeat'>[],
): string[] {
  const first = deliveries.filter(({ isRepeat }) => !isRepeat);
  const kinds = call.start_time
    ? ['event_phone_call_connected', 'event_phone_call_ended', 'event_transcript']
    : ['event_phone_call_did_not_connect'];
  if (call.analysis) kinds.push('event_analysis');
  const missing = kinds.filter((kind) => !first.some((delivery) => delivery.kind === kind));
  const transcript = first.find(({ kind }) => kind === 'event_transcript')?.payload.messages;
  const messages = first.filter(({ kind }) => kind === 'event_message').length;
  const isMessageMissing = Array.isArray(transcript) && messages < transcript.length;
  return isMessageMissing ? [...missing, 'event_message'] : missing;
}
