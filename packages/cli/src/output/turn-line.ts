import type { Schema } from 'phone-call-agents-client';
import type { Output } from './output.ts';
import { printable } from './printable.ts';

type Turn = Schema<'CallTurn'>;

/** A turn of a conversation that began at `start`, for people. */
export function turnLine(output: Output, turn: Turn, start = turn.timestamp): string {
  const time = clock(Date.parse(turn.timestamp) - Date.parse(start));
  const { label, style, text } = partsOf(turn);
  const suffix = turn.interrupted ? ' — (interrupted)' : '';
  return `${output.paint('dim', time)}  ${output.paint(style, label.padEnd(8))} ${printable(text)}${suffix}`;
}

function partsOf({ action, sender, text }: Turn) {
  if (action) {
    const { type, outcome, input, output } = action;
    const details = [input, output].flatMap((value) => (value ? JSON.stringify(value) : []));
    return { label: 'action', style: 'yellow', text: [type, outcome, ...details].join(' ') } as const;
  }
  const said = text ?? '…';
  return sender === 'agent'
    ? ({ label: 'Agent', style: 'cyan', text: said } as const)
    : ({ label: 'Contact', style: 'green', text: said } as const);
}

/** A time in a call as mm:ss.s. */
export function clock(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}.${tenths % 10}`;
}
