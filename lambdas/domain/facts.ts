import { v5 } from 'uuid';
import { renderTranscript, type StoredCall } from './call.ts';
import { isFinal } from './call-state.ts';
import type { Turn } from './conversation.ts';
import type { Event } from './events.ts';
import { waitsForItsTime } from './schedule.ts';

/** Namespace of event ids (a random UUID, fixed for good: ids must not change). */
const NAMESPACE = '5f0c1c7e-3f0f-4b6e-9f0e-0a8a2f6d9b51';

/** The events that a change of a stored call is: each fact once, told from the fields that it set. */
export function factsOfCall(before: StoredCall | undefined, after: StoredCall): Event[] {
  const events: Event[] = [];
  const add = (type: Event['type'], timestamp: string | undefined, payload: Event['payload']) =>
    events.push(eventOf(after, { type, timestamp: timestamp ?? after.created_at, payload }));
  const { from_number, to_number } = after;
  const ended = isFinal(after.status) && !(before && isFinal(before.status));

  if (!before && after.direction === 'outbound') {
    add(waitsForItsTime(after) ? 'call_scheduled' : 'call_created', after.created_at, {});
  }
  if (ended && waitsForItsTime(after)) add('call_schedule_cancelled', after.end_time, {});
  if (after.start_time && !before?.start_time) {
    add('event_phone_call_connected', after.start_time, { to_number, from_number });
  }
  if (ended && after.ended_by === 'api') {
    const { telephony_id, telephony_account_connection } = after;
    add('call_end_requested', after.end_time, { telephony_id, telephony_account_connection });
  }
  if (ended && after.start_time) {
    add('event_phone_call_ended', after.end_time, endedPayload(after));
    add('event_transcript', after.end_time, transcriptPayload(after));
  }
  if (ended && !after.start_time) {
    add('event_phone_call_did_not_connect', after.end_time, { telephony_status: telephonyStatus(after) });
  }
  return events;
}

/** The event that a stored turn is. */
export function factOfTurn(turn: Turn): Event {
  const { call_id, user_id, webhook_id, number, sender, text, timestamp } = turn;
  return {
    id: v5(`${call_id}/event_message/${number}`, NAMESPACE),
    type: 'event_message',
    user_id,
    call_id,
    webhook_id,
    timestamp,
    payload: { sender, text, timestamp },
  };
}

function eventOf(call: StoredCall, event: Pick<Event, 'type' | 'timestamp' | 'payload'>): Event {
  return {
    id: v5(`${call.id}/${event.type}`, NAMESPACE),
    user_id: call.user_id,
    call_id: call.id,
    webhook_id: call.agent.webhook?.id ?? null,
    ...event,
  };
}

function endedPayload({ start_time, end_time, stage_outcome, error_message }: StoredCall) {
  const seconds = (Date.parse(end_time ?? '') - Date.parse(start_time ?? '')) / 1000;
  return {
    duration_seconds: Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0,
    stage_outcome,
    ...(error_message && { error_message }),
  };
}

function transcriptPayload({ messages = [] }: StoredCall) {
  return { transcript: renderTranscript(messages), messages };
}

/** The vendor's word for how the call failed; ours where the vendor was never asked. */
function telephonyStatus({ telephony_metadata, ended_by }: StoredCall): string {
  return telephony_metadata?.call_status ?? (ended_by === 'api' ? 'canceled' : 'failed');
}
