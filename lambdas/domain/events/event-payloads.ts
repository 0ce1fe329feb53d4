import * as z from 'zod/mini';
import { callAnalysis } from '../analysis/call-analysis.ts';
import { callerNumber, humanDetectionResult, stageOutcome } from '../calls/call.ts';
import { actionRun } from '../conversations/actions/action-run.ts';
import { message } from '../conversations/message.ts';
import { phoneNumber } from '../fields.ts';
import type { EventKind } from '../records/webhook.ts';

export const eventPayloads = {
  event_phone_call_connected: z.lazy(() => z.object({ to_number: phoneNumber, from_number: callerNumber })),
  event_message: message,
  event_action: actionRun,
  event_phone_call_ended: z.lazy(() =>
    z.object({
      duration_seconds: z.int().check(z.minimum(0)),
      stage_outcome: z.optional(stageOutcome),
      error_message: z.optional(z.string()),
    }),
  ),
  event_phone_call_did_not_connect: z.lazy(() => z.object({ telephony_status: z.string() })),
  event_human_detection: z.lazy(() => z.object({ result: humanDetectionResult })),
  event_recording: z.lazy(() => z.object({ recording_url: z.url() })),
  event_analysis: z.lazy(() => z.object({ analysis: callAnalysis })),
  event_transcript: z.lazy(() => z.object({ transcript: z.string(), messages: z.array(message) })),
} as const satisfies Readonly<Record<EventKind, z.ZodMiniType>>;

export type EventPayload<Kind extends EventKind> = z.infer<(typeof eventPayloads)[Kind]>;
