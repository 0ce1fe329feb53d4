import * as z from 'zod/mini';
import { actionRun } from '../../actions/model/action.ts';
import { callAnalysis } from '../../calls/model/analysis/call-analysis.ts';
import { callerNumber, humanDetectionResult, stageOutcome } from '../../calls/model/call.ts';
import { pauseReason, totals } from '../../campaigns/model/campaign.ts';
import { answeredByStep } from '../../conversation/model/answerer/who-answered.ts';
import { callValue, stepVisit } from '../../conversation/model/steps/call-steps.ts';
import { message } from '../../conversation/model/transcript-message.ts';
import { id, phoneNumber } from '../../platform/fields.ts';
import { answeredBy } from '../../vendors/model/answered-by.ts';
import { type EventKind, eventKind } from '../../webhooks/model/webhook.ts';

/** Events that only this service consumes. */
const internalKind = z.enum([
  'dialing_requested',
  'dialing_scheduled',
  'dialing_cancelled',
  'call_end_requested',
  'campaign_call_over',
  'recording_made',
  'fields_to_collect',
  'fields_to_collect_by_analysis',
]);

/** A stored fact as an event; the `detail` on the event bus. */
export const event = z.object({
  /** Derived from the fact, so that a repeat has the same id. Deliveries send it as `webhook-id`. */
  id,
  type: z.union([eventKind, internalKind]),
  user_id: id,
  /** The call of the event; absent for an event of a campaign itself. */
  call_id: z.optional(id),
  /** The campaign, or that of the call. */
  campaign_id: z.optional(id),
  webhook_id: z.nullable(id),
  /** The version of the call's agent; absent if it has none. */
  agent_version: z.optional(z.int()),
  timestamp: z.string(),
  /** Increases from one event of a call or campaign to the next; 0 for internal events. */
  sequence: z._default(z.int(), 0),
  payload: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof event>;

export const callEvent = z.extend(event, { call_id: id });
export type CallEvent = z.infer<typeof callEvent>;

export type PublicEvent = Event & { readonly type: EventKind };

export const isPublic = (event: Event): event is PublicEvent => eventKind.safeParse(event.type).success;

export const EVENT_SOURCE = 'phone-call-agents';

/** The agent of a campaign, whose webhook gets its events. */
export const ofCampaign = z.object({ agent: id });

export const eventPayloads = {
  event_phone_call_connected: z.lazy(() => z.object({ to_number: phoneNumber, from_number: callerNumber })),
  event_message: message,
  event_action: actionRun,
  event_phone_call_ended: z.lazy(() =>
    z.object({
      duration_seconds: z.int().check(z.minimum(0)),
      stage_outcome: z.optional(stageOutcome),
      answered_by: z.optional(answeredBy),
      answered_by_steps: z.optional(z.array(answeredByStep)),
      error_message: z.optional(z.string()),
      values: z.optional(z.record(z.string(), callValue)),
      path: z.optional(z.array(stepVisit)),
    }),
  ),
  event_phone_call_did_not_connect: z.lazy(() => z.object({ telephony_status: z.string() })),
  event_human_detection: z.lazy(() => z.object({ result: humanDetectionResult })),
  event_recording: z.lazy(() => z.object({ recording_url: z.url() })),
  event_analysis: z.lazy(() => z.object({ analysis: callAnalysis })),
  event_transcript: z.lazy(() => z.object({ transcript: z.string(), messages: z.array(message) })),
  event_campaign_started: ofCampaign,
  event_campaign_paused: z.lazy(() => z.extend(ofCampaign, { reason: pauseReason })),
  event_campaign_resumed: ofCampaign,
  event_campaign_finished: z.lazy(() => z.extend(ofCampaign, totals())),
  event_campaign_cancelled: ofCampaign,
} as const satisfies Readonly<Record<EventKind, z.ZodMiniType>>;

export type EventPayload<Kind extends EventKind> = z.infer<(typeof eventPayloads)[Kind]>;
