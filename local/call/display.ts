import { stripVTControlCharacters } from 'node:util';
import { describeDelivery } from './describe-delivery.ts';
import type { ShownEvent } from './follow-call.ts';
import type { Screen } from './screen.ts';
import type { Delivery } from './webhook-receiver.ts';
import { wrap } from './wrap.ts';

type Style = Parameters<Screen['paint']>[0];

/** One thing that happened, ready to be shown. */
interface Entry {
  readonly at: Date;
  readonly label: string;
  readonly text: string;
  readonly style: Style;
  /** Also colours the text, not the label alone. */
  readonly isPlain?: boolean;
}

/** Columns of the time and the label before every text. */
const INDENT = 20;

const STATES: Readonly<Record<string, string>> = {
  initiated: 'dialling …',
  ringing: 'ringing …',
  'in-progress': 'answered',
  completed: 'hung up',
  busy: 'the line is busy',
  'no-answer': 'nobody answers',
  failed: 'the call could not be connected',
  canceled: 'the call was canceled',
};

/** Shows a call as it goes: what is said while it is said, and the webhook deliveries as they arrive. */
export class Display {
  readonly #screen: Screen;
  #startedAt = new Date();
  /** What the agent is saying. */
  #turn: { readonly at: Date; text: string; rowsShown: number } | undefined;
  /** What happened during the agent's turn, for an output that shows the turn when it is over. */
  #held: Entry[] = [];

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** The time from which all times are counted. */
  begin(at: Date): void {
    this.#startedAt = at;
  }

  /** Writes lines that are not of the call. */
  write(...lines: string[]): void {
    this.#closeTurn(false);
    for (const line of lines) this.#screen.print(line);
  }

  paint(style: Style, text: string): string {
    return this.#screen.paint(style, text);
  }

  event(event: ShownEvent): void {
    const at = new Date(event.at);
    switch (event.type) {
      case 'agent':
        return this.#agentSays(at, event.text);
      case 'agent_turn':
        return this.#closeTurn(event.interrupted);
      case 'callee':
        return this.#add({ at, label: 'Callee', text: event.text, style: ['bold', 'green'] });
      case 'digits':
        return this.#add({ at, label: event.by === 'agent' ? 'Agent' : 'Callee', text: `presses ${event.digits}`, style: 'green' });
      case 'state':
        return this.#add({ at, label: 'call', text: STATES[event.status] ?? event.status, style: 'yellow' });
      case 'note':
        return this.#add({ at, label: 'note', text: event.message, style: 'dim', isPlain: true });
      case 'error':
        return this.#add({ at, label: 'error', text: `${event.message} (${event.code})`, style: 'red', isPlain: true });
      case 'end':
        return this.#closeTurn(false);
    }
  }

  delivery({ kind, payload, isVerified, isRepeat, receivedAt: at }: Delivery): void {
    const signature = isVerified ? '✓ signed' : '✗ WRONG SIGNATURE';
    const text = `${signature}  ${kind}${isRepeat ? ' (again)' : ''}  ${describeDelivery(kind, payload)}`;
    this.#add({ at, label: 'webhook', text, style: isVerified ? 'dim' : 'red', isPlain: true });
  }

  #add(entry: Entry): void {
    if (this.#turn && !this.#screen.isTerminal) this.#held.push(entry);
    else for (const row of this.#rows(entry)) this.#screen.print(row);
  }

  #agentSays(at: Date, words: string): void {
    this.#turn ??= { at, text: '', rowsShown: 0 };
    this.#turn.text += words;
    const rows = this.#turnRows('');
    for (const row of rows.slice(this.#turn.rowsShown, -1)) {
      this.#screen.grow('');
      this.#screen.print(row);
    }
    this.#turn.rowsShown = rows.length - 1;
    this.#screen.grow(rows.at(-1) ?? '');
  }

  #closeTurn(isInterrupted: boolean): void {
    if (!this.#turn) return;
    const rows = this.#turnRows(isInterrupted ? ' — (interrupted)' : '').slice(this.#screen.isTerminal ? this.#turn.rowsShown : 0);
    this.#turn = undefined;
    this.#screen.grow('');
    for (const row of rows) this.#screen.print(row);
    for (const entry of this.#held.splice(0)) this.#add(entry);
  }

  #turnRows(suffix: string): string[] {
    if (!this.#turn) return [];
    const { at, text } = this.#turn;
    return this.#rows({ at, label: 'Agent', text: text.trim() + suffix, style: ['bold', 'cyan'] });
  }

  #rows({ at, label, text, style, isPlain = false }: Entry): string[] {
    // The last column is left free: a terminal would go on to the next row.
    const rows = wrap(printable(text), this.#screen.columns - INDENT - 1);
    return rows.map((row, index) => {
      const lead = index === 0 ? `${clock(at.getTime() - this.#startedAt.getTime())}  ` : ' '.repeat(9);
      const name = (index === 0 ? label : '').padEnd(INDENT - lead.length);
      return `${this.paint('dim', lead)}${this.paint(style, name)}${isPlain ? this.paint(style, row) : row}`.trimEnd();
    });
  }
}

/** A time in a call as mm:ss.s. */
export function clock(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}.${tenths % 10}`;
}

/** Words from outside must not steer the terminal. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');
}
