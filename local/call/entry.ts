import type { styleText } from 'node:util';
import { describeDelivery } from './describe-delivery.ts';
import type { ShownEvent } from './follow-call.ts';
import type { Delivery } from './webhook-receiver.ts';

/** An entry of the display. */
export interface Entry {
  readonly at: Date;
  /** The subject of the entry: who speaks, or what happens. */
  readonly label: string;
  readonly text: string;
  readonly style: Parameters<typeof styleText>[0];
  /** Whether the text is coloured, and not only the label. */
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

/**
 * The entry of a call's event. Returns undefined if it is not shown, or not by itself: the agent's words are shown as
 * they grow.
 */
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
