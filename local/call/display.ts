import wrapAnsi from 'wrap-ansi';
import { printable } from '#cli/output/printable.ts';
import { clock } from '#cli/output/turn-line.ts';
import { type Entry, entryOf, entryOfDelivery } from './entry.ts';
import type { ShownEvent } from './follow-call.ts';
import type { Screen } from './screen.ts';
import type { Delivery } from './webhook-receiver.ts';

/** Columns before every text: of the time, and of the label. */
const TIME_COLUMNS = 9;
const LABEL_COLUMNS = 9;

/** Shows a call live: words as they are spoken, and webhook deliveries as they arrive. */
export class Display {
  readonly #screen: Screen;
  #startedAt = new Date();
  /** The agent's current words, and the number of their rows that will not change. */
  #turn: { readonly at: Date; text: string; finalRows: number } | undefined;
  /** Entries during the agent's turn, for output that prints a turn only when it is over. */
  #held: Entry[] = [];

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Sets the origin of all times. */
  begin(at: Date): void {
    this.#startedAt = at;
  }

  /** Writes lines that are not part of the call. */
  write(...lines: string[]): void {
    for (const line of lines) this.#screen.print(line);
  }

  /** Colors a text if the output permits. */
  paint(style: Entry['style'], text: string): string {
    return this.#screen.paint(style, text);
  }

  event(event: ShownEvent): void {
    if (event.type === 'agent') this.#agentSays(new Date(event.at), event.text);
    if (event.type === 'agent_turn') this.#endTurn(event.interrupted, event.silence_ms);
    if (event.type === 'end') this.#endTurn(false);
    const entry = entryOf(event);
    if (entry) this.#add(entry);
  }

  delivery(delivery: Delivery): void {
    this.#add(entryOfDelivery(delivery));
  }

  /** Shows the remainder of a turn that the end of the call or command cut off. */
  finish(): void {
    this.#endTurn(false);
  }

  #add(entry: Entry): void {
    if (this.#turn && !this.#screen.isTerminal) this.#held.push(entry);
    else this.write(...this.#rows(entry));
  }

  #agentSays(at: Date, words: string): void {
    this.#turn ??= { at, text: '', finalRows: 0 };
    this.#turn.text += words;
    if (!this.#screen.isTerminal) return;
    const rows = this.#turnRows(this.#turn);
    this.#screen.grow(rows.at(-1) ?? '', rows.slice(this.#turn.finalRows, -1));
    this.#turn.finalRows = rows.length - 1;
  }

  #endTurn(isInterrupted: boolean, silenceMs?: number): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#turn = undefined;
    const silence = silenceMs === undefined ? '' : ` (after ${silenceMs} ms)`;
    const rows = this.#turnRows(turn, `${isInterrupted ? ' — (interrupted)' : ''}${silence}`);
    this.#screen.grow('', rows.slice(turn.finalRows));
    for (const entry of this.#held.splice(0)) this.#add(entry);
  }

  #turnRows({ at, text }: { readonly at: Date; readonly text: string }, suffix = ''): string[] {
    return this.#rows({ at, label: 'Agent', text: text.trim() + suffix, style: ['bold', 'cyan'] });
  }

  #rows({ at, label, text, style, isStyledWhole = false }: Entry): string[] {
    // Leaves the last column free: a terminal would wrap after it.
    const columns = this.#screen.columns - TIME_COLUMNS - LABEL_COLUMNS - 1;
    const rows = wrapAnsi(printable(text), columns, { hard: true }).split('\n');
    const time = clock(at.getTime() - this.#startedAt.getTime());
    return rows.map((row, index) => {
      const [shownTime, shownLabel] = index === 0 ? [time, label] : ['', ''];
      const lead = this.paint('dim', shownTime.padEnd(TIME_COLUMNS));
      const name = this.paint(style, shownLabel.padEnd(LABEL_COLUMNS));
      return `${lead}${name}${isStyledWhole ? this.paint(style, row) : row}`;
    });
  }
}
