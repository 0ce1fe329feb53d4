import type { ShownCall } from './clients/api-client.ts';
import type { Delivery } from './clients/webhook-receiver.ts';

/** Kinds of event of a finished call that were not delivered yet, in any order. */
export function missingEvents(
  call: ShownCall,
  deliveries: readonly Pick<Delivery, 'kind' | 'payload' | 'isRepeat'>[],
): string[] {
  const first = deliveries.filter(({ isRepeat }) => !isRepeat);
  const kinds = call.start_time
    ? ['event_phone_call_connected', 'event_phone_call_ended', 'event_transcript']
    : ['event_phone_call_did_not_connect'];
  const missing = kinds.filter((kind) => !first.some((delivery) => delivery.kind === kind));
  const transcript = first.find(({ kind }) => kind === 'event_transcript')?.payload.messages;
  const messages = first.filter(({ kind }) => kind === 'event_message').length;
  const isMessageMissing = Array.isArray(transcript) && messages < transcript.length;
  return isMessageMissing ? [...missing, 'event_message'] : missing;
}
