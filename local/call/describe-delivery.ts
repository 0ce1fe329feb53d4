import { z } from 'zod';

/** The longest quotation in a summary, in characters. */
const QUOTED = 60;

const payload = z.object({
  sender: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  to_number: z.string().optional().catch(undefined),
  duration_seconds: z.number().optional().catch(undefined),
  stage_outcome: z.string().optional().catch(undefined),
  telephony_status: z.string().optional().catch(undefined),
  error_message: z.string().optional().catch(undefined),
  messages: z.array(z.unknown()).optional().catch(undefined),
});

/** Summarizes a payload in a few words; for an unknown kind, with the beginning of its JSON. */
export function describeDelivery(kind: string, content: Readonly<Record<string, unknown>>): string {
  const { sender, text, messages, ...fields } = payload.parse(content);
  const error = fields.error_message && `: ${fields.error_message}`;
  switch (kind) {
    case 'event_message':
      return `${sender}: “${shorten(text ?? '', QUOTED)}”`;
    case 'event_phone_call_connected':
      return `to ${fields.to_number}`;
    case 'event_phone_call_ended':
      return `after ${fields.duration_seconds} s, ${fields.stage_outcome}${error ?? ''}`;
    case 'event_phone_call_did_not_connect':
      return `${fields.telephony_status}`;
    case 'event_transcript':
      return `${messages?.length ?? 0} messages`;
    default:
      return shorten(JSON.stringify(content), QUOTED);
  }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
