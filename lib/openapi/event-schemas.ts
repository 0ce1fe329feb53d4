import * as z from 'zod';
import {
  actionRun,
  callerNumber,
  humanDetectionResult,
  message,
  stageOutcome,
} from '../../lambdas/domain/call.ts';
import { id, phoneNumber } from '../../lambdas/domain/fields.ts';
import type { EventKind } from '../../lambdas/domain/webhook.ts';

const time = z.string();

/** What each kind of event tells, of those that the service has. */
const payloads = {
  event_phone_call_connected: z.object({ to_number: phoneNumber, from_number: callerNumber }),
  event_message: message,
  event_action: actionRun,
  event_phone_call_ended: z.object({
    duration_seconds: z.int().min(0),
    stage_outcome: z.optional(stageOutcome),
    error_message: z.string().optional(),
  }),
  event_phone_call_did_not_connect: z.object({ telephony_status: z.string() }),
  event_human_detection: z.object({ result: humanDetectionResult }),
  event_recording: z.object({ recording_url: z.url() }),
  event_transcript: z.object({ transcript: z.string(), messages: z.array(message) }),
} as const satisfies Partial<Record<EventKind, z.core.$ZodType>>;

/** The body of a delivery, by the kind of event. */
export const eventSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(payloads).map(([type, payload]) => [
    type,
    z.object({ id, type: z.literal(type), call_id: id, timestamp: time, payload }),
  ]),
);
