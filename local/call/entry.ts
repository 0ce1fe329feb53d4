import { z } from 'zod';
import type { ShownEvent } from './follow-call.ts';
import type { Style } from './screen.ts';
import type { Delivery } from './webhook-receiver.ts';

export interface Entry {
  readonly at: Date;
  /** The subject of the entry: who speaks, or what happens. */
  readonly label: string;
  readonly text: string;
  readonly style: Style;
  /** Whether to color the text, and not only the label. */
  readonly isStyledWhole?: boolean;
}

/** The carrier's states that matter to a person. */
const STATES: Readonly<Record<string, string>> = {
  initiated: 'dialing …',
  ringing: 'ringing …',
  'in-progress': 'answered',
  completed: 'hung up',
  busy: 'the line is busy',
  'no-answer': 'nobody answers',
  failed: 'the call could not be connected',
  canceled: 'the call was canceled',
};

/** The entry for a call's event; undefined for the agent's words, which appear as they grow. */
export function entryOf(event: ShownEvent): Entry | undefined {
  const at = new Date(event.at);
  switch (event.type) {
    case 'callee':
      return { at, label: 'Callee', text: event.text, style: ['bold', 'green'] };
    case 'digits':
      return event.by === 'callee'
        ? { at, label: 'Callee', text: `presses ${event.digits}`, style: ['bold', 'green'] }
        : { at, label: 'Agent', text: `presses ${event.digits}`, style: ['bold', 'cyan'] };
    case 'state': {
      const text = STATES[event.status];
      return text === undefined ? undefined : { at, label: 'call', text, style: 'yellow' };
    }
    case 'note':
      return { at, label: 'note', text: event.message, style: 'dim', isStyledWhole: true };
    case 'error':
      return {
        at,
        label: 'error',
        text: `${event.message} (${event.code})`,
        style: 'red',
        isStyledWhole: true,
      };
    default:
      return undefined;
  }
}

export function entryOfDelivery({ kind, payload, isVerified, isRepeat, receivedAt: at }: Delivery): Entry {
  const signature = isVerified ? '✓ signed' : '✗ WRONG SIGNATURE';
  const text = `${signature}  ${kind}${isRepeat ? ' (again)' : ''}  ${describeDelivery(kind, payload)}`;
  return { at, label: 'webhook', text, style: isVerified ? 'dim' : 'red', isStyledWhole: true };
}

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

/** Summarizes a payload in a few words, or by the beginning of its JSON if its kind is unknown. */
function describeDelivery(kind: string, content: Readonly<Record<string, unknown>>): string {
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
