import { v5 } from 'uuid';
import { type CallAnalysis, canBeAnalyzed } from '../../calls/model/analysis/call-analysis.ts';
import { renderTranscript, type StoredCall } from '../../calls/model/call.ts';
import { isFinal } from '../../calls/model/call-state.ts';
import { waitsForItsTime } from '../../calls/model/schedule.ts';
import type { Campaign } from '../../campaigns/model/campaign.ts';
import { isSpoken, type Turn } from '../../conversation/model/session.ts';
import type { EventKind } from '../../webhooks/model/webhook.ts';
import type { Event, EventPayload } from './events.ts';

/** Namespace of event ids: a random UUID that must never change, because ids must not. */
const NAMESPACE = '5f0c1c7e-3f0f-4b6e-9f0e-0a8a2f6d9b51';

type PayloadOf<T extends Event['type']> = T extends EventKind ? EventPayload<T> : Event['payload'];

/** The events of a change to a stored call. Each fact is one event, derived from the fields that the change set. */
export function eventsOfCall(before: StoredCall | undefined, after: StoredCall): Event[] {
  const events: Event[] = [];
  const add = <T extends Event['type']>(type: T, timestamp: string | undefined, payload: PayloadOf<T>) =>
    events.push(eventOf(after, { type, timestamp: timestamp ?? after.created_at, payload }));
  const { from_number, to_number } = after;
  const ended = isFinal(after.status) && !(before && isFinal(before.status));

  if (!before && after.direction === 'outbound') {
    const { created_at, scheduled_at } = after;
    if (waitsForItsTime(after)) add('dialing_scheduled', created_at, { scheduled_at });
    else add('dialing_requested', created_at, {});
  }
  if (ended && waitsForItsTime(after)) add('dialing_cancelled', after.end_time, {});
  if (after.start_time && !before?.start_time) {
    add('event_phone_call_connected', after.start_time, { to_number, from_number });
  }
  if (after.human_detection_result && !before?.human_detection_result) {
    add('event_human_detection', after.human_detected_at, { result: after.human_detection_result });
  }
  if (ended && after.ended_by) {
    const { telephony_id, telephony_account_connection } = after;
    add('call_end_requested', after.end_time, { telephony_id, telephony_account_connection });
  }
  if (ended && after.start_time) {
    add('event_phone_call_ended', after.end_time, endedPayload(after));
    if (!after.hipaa_compliant) add('event_transcript', after.end_time, transcriptPayload(after));
    if (after.collects_fields && canBeAnalyzed(after)) add('fields_to_collect', after.end_time, {});
    if (canBeAnalyzed(after) && after.is_analyzed) events.push(analysisToMake(after, 1, after.end_time));
  }
  if (ended && !after.start_time) {
    add('event_phone_call_did_not_connect', after.end_time, { telephony_status: telephonyStatus(after) });
  }
  const { analysis, analysis_requested: asked, campaign_id, campaign_recipient: recipient } = after;
  const isAnalyzed = analysis !== undefined && analysis.run !== before?.analysis?.run;
  if (campaign_id !== undefined && (ended || isAnalyzed))
    add('campaign_call_over', after.end_time, { campaign_id, recipient });
  if (asked && asked.run !== before?.analysis_requested?.run)
    events.push(analysisToMake(after, asked.run, asked.at));
  if (isAnalyzed) events.push(analysisMade(after, analysis));
  return events;
}

function analysisToMake(call: StoredCall, run: number, timestamp: string | undefined): Event {
  const type = 'fields_to_collect_by_analysis' as const;
  const event = { type, timestamp: timestamp ?? call.created_at, payload: { run } };
  return { ...eventOf(call, event), id: v5(`${call.id}/${type}/${run}`, NAMESPACE) };
}

/** The event of a finished analysis. Each later analysis of the same call has its own event. */
function analysisMade(call: StoredCall, analysis: CallAnalysis): Event {
  const { run, at: timestamp } = analysis;
  const type = 'event_analysis' as const;
  const event = eventOf(call, { type, timestamp, payload: { analysis } });
  return { ...event, id: v5(`${call.id}/${type}/${run}`, NAMESPACE), sequence: ANALYSES_BEGIN + run };
}

/** The events of the recording in the same change. `apiUrl` has no trailing slash. */
export function eventsOfRecording(
  before: StoredCall | undefined,
  after: StoredCall,
  apiUrl: string,
): Event[] {
  const events: Event[] = [];
  const { recording_sid, telephony_account_connection, recording_kept_at, created_at } = after;
  if (recording_sid && !before?.recording_sid) {
    const payload = { recording_sid, telephony_account_connection };
    events.push(eventOf(after, { type: 'recording_made', timestamp: after.end_time ?? created_at, payload }));
  }
  if (recording_kept_at && !before?.recording_kept_at) {
    const payload = { recording_url: `${apiUrl}/v1/calls/recording?id=${after.id}` };
    events.push(eventOf(after, { type: 'event_recording', timestamp: recording_kept_at, payload }));
  }
  return events;
}

/** The event of a changed status of a campaign. It is for the webhook that its agent has then. */
export function eventsOfCampaign(before: Campaign | undefined, after: Campaign): Event[] {
  const { id, user_id, agent, status, status_changed_at: timestamp, paused_because: reason } = after;
  if (status === 'draft' || status === before?.status || timestamp === undefined) return [];
  const change = status === 'running' ? (before?.status === 'paused' ? 'resumed' : 'started') : status;
  const type = `event_campaign_${change}` as const;
  const payload = {
    agent,
    ...(change === 'paused' && { reason }),
    ...(change === 'finished' && after.totals),
  };
  return [
    {
      id: v5(`${id}/${type}/${timestamp}`, NAMESPACE),
      ...{ type, user_id, campaign_id: id, webhook_id: null, timestamp, payload },
      sequence: Date.parse(timestamp),
    },
  ];
}

export function eventOfTurn(turn: Turn): Event {
  const { call_id, user_id, webhook_id, agent_version, campaign_id, number, timestamp } = turn;
  const type = isSpoken(turn) ? 'event_message' : 'event_action';
  const payload = isSpoken(turn) ? { sender: turn.sender, text: turn.text, timestamp } : turn.action;
  const fact = v5(`${call_id}/${type}/${number}`, NAMESPACE);
  const sequence = TURNS_BEGIN + number;
  const of = {
    ...(agent_version !== undefined && { agent_version }),
    ...(campaign_id !== undefined && { campaign_id }),
  };
  return { id: fact, type, user_id, call_id, webhook_id, ...of, timestamp, sequence, payload };
}

/** Sequence numbers of a call's events. Turns are counted from 1; a call has far fewer than a million. */
const SEQUENCE: Readonly<Partial<Record<Event['type'], number>>> = {
  event_phone_call_connected: 1,
  event_human_detection: 2,
  event_phone_call_ended: 1_000_000,
  event_phone_call_did_not_connect: 1_000_000,
  event_transcript: 1_000_001,
  event_recording: 1_000_002,
};
const TURNS_BEGIN = 2;
const ANALYSES_BEGIN = 1_000_002;

function eventOf(call: StoredCall, event: Pick<Event, 'type' | 'timestamp' | 'payload'>): Event {
  return {
    id: v5(`${call.id}/${event.type}`, NAMESPACE),
    user_id: call.user_id,
    call_id: call.id,
    webhook_id: call.webhook_id,
    ...(call.agent_version !== undefined && { agent_version: call.agent_version }),
    ...(call.campaign_id !== undefined && { campaign_id: call.campaign_id }),
    sequence: SEQUENCE[event.type] ?? 0,
    ...event,
  };
}

function endedPayload({ start_time, end_time, stage_outcome, error_message, ...call }: StoredCall) {
  const { answered_by, answered_by_steps, values, path } = call;
  const seconds = (Date.parse(end_time ?? '') - Date.parse(start_time ?? '')) / 1000;
  return {
    duration_seconds: Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0,
    stage_outcome,
    ...(answered_by && { answered_by, answered_by_steps }),
    ...(error_message && { error_message }),
    ...(values && { values }),
    ...(path && { path }),
  };
}

export function transcriptPayload({ messages = [] }: StoredCall) {
  return { transcript: renderTranscript(messages), messages };
}

/** The vendor's status of a failed call, or our own if the call never reached the vendor. */
function telephonyStatus({ telephony_metadata, ended_by }: StoredCall): string {
  return telephony_metadata?.call_status ?? (ended_by ? 'canceled' : 'failed');
}
