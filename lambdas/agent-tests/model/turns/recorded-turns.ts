import type { CallTurn } from '../../../calls/model/call-turns.ts';
import { PHRASES } from '../../../conversation/model/phrases.ts';
import { CHARACTER_MS } from './played-turn.ts';

/** What the contact did. Keys that the call hides are dots. */
export type ContactEvent =
  | { readonly kind: 'answers' }
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'presses'; readonly keys: string; readonly isCorrection: boolean }
  | { readonly kind: 'is_silent'; readonly ms: number; readonly isOver: boolean };

export type RecordedAction = NonNullable<CallTurn['action']>;

/** What the contact did in a call, and what the agent did before the contact's next turn. */
export interface RecordedTurn {
  /** The number of the contact's turn in the call; 0 is the beginning. */
  readonly number: number;
  readonly at: string;
  readonly event: ContactEvent;
  /** The agent was already on hold. */
  readonly isHeld: boolean;
  readonly actions: readonly RecordedAction[];
  readonly says: string;
  /** The contact went on or hung up before the agent had finished: what else it would have done is unknown. */
  readonly isCut: boolean;
  /** The contact's words were never final: there may have been others, or more. */
  readonly isNeverFinal: boolean;
  /** The steps to which exits led; undefined if the agent has no steps. */
  readonly exits?: readonly string[];
}

/** A digit of keys that the call hides. */
export const HIDDEN = '•';

const KEYS = new RegExp(`^\\[keys ([0-9*#${HIDDEN}]+)(, instead of the keys before)?\\]$`);

const ALL_PHRASES = Object.values(PHRASES);

/** The turns of a call. `greeting`: that of the agent. It has no figures that tell how much of it was heard. */
export function recordedTurns(turns: readonly CallTurn[], greeting?: string): RecordedTurn[] {
  const [first] = turns;
  let current: RecordedTurn = begun(0, first?.timestamp ?? '', { kind: 'answers' });
  const all: RecordedTurn[] = [];
  let isHeld = false;
  let spokenMs = Date.parse(current.at);
  const next = (turn: CallTurn, event: ContactEvent) => {
    all.push(current);
    const { number, timestamp, never_final: isNeverFinal = false } = turn;
    current = { ...begun(number, timestamp, event), isHeld, isNeverFinal };
  };
  for (const turn of turns) {
    const { sender, action, timestamp } = turn;
    const text = turn.text ?? '';
    if (action) {
      current = withExit({ ...current, actions: [...current.actions, action] }, turn);
      isHeld = action.type === 'action_set_hold';
      continue;
    }
    const ms = Date.parse(timestamp);
    if (sender === 'human') next(turn, eventOf(text));
    else if (isOfSilence(turn, current)) {
      const isOver = ALL_PHRASES.some(({ goodbye }) => goodbye === text);
      next(turn, { kind: 'is_silent', ms: Math.max(0, ms - spokenMs), isOver });
    } else if (current.isHeld) isHeld = false;
    if (sender === 'agent' && current.says === '')
      current = {
        ...current,
        says: text,
        isCut: turn.interrupted === true || isPartOf(greeting, text, current),
      };
    current = withExit(current, turn);
    spokenMs = ms + (sender === 'agent' ? text.length * CHARACTER_MS : 0);
  }
  return [...all, current].map((turn) => ({ ...turn, isCut: turn.isCut || isUnanswered(turn) }));
}

function withExit(current: RecordedTurn, { step, exit }: CallTurn): RecordedTurn {
  if (step === undefined) return current;
  const taken = exit ? [...(exit.through ?? []), exit.to] : [];
  return { ...current, exits: [...(current.exits ?? []), ...taken] };
}

const isPartOf = (greeting: string | undefined, text: string, { event }: RecordedTurn) =>
  event.kind === 'answers' && greeting !== undefined && text !== greeting.trim() && greeting.includes(text);

const begun = (number: number, at: string, event: ContactEvent): RecordedTurn => ({
  number,
  at,
  event,
  isHeld: false,
  actions: [],
  says: '',
  isCut: false,
  isNeverFinal: false,
});

function eventOf(text: string): ContactEvent {
  const [, keys, correction] = KEYS.exec(text) ?? [];
  return keys === undefined
    ? { kind: 'says', text }
    : { kind: 'presses', keys, isCorrection: correction !== undefined };
}

/** Whether the agent said this because nobody spoke. Such words have no figures: no model was asked. */
function isOfSilence({ text, latency, model }: CallTurn, { says, actions }: RecordedTurn): boolean {
  if (latency || model || (says === '' && actions.length > 0)) return false;
  return ALL_PHRASES.some(({ presence, goodbye }) => text === presence || text === goodbye);
}

/** Whether the contact did not wait for the agent. One that is on hold, or presses keys, says nothing. */
function isUnanswered({ event, isHeld, actions, says }: RecordedTurn): boolean {
  const mayBeSilent = isHeld || event.kind === 'is_silent' || actions.some(({ type }) => SILENT.has(type));
  return says === '' && !mayBeSilent;
}

const SILENT: ReadonlySet<string> = new Set(['action_set_hold', 'action_dtmf']);

/** How the agent left the call in a turn. Undefined if it stayed. */
export function leavesIn({ actions, says }: RecordedTurn): 'transfer' | 'end' | undefined {
  for (const { type } of actions) {
    if (type === 'action_transfer_call' || type === 'action_add_to_conference') return 'transfer';
    if (type === 'action_end_conversation') return 'end';
  }
  // Confirming a do-not-call request, and giving up, aren't actions.
  const isLast = ALL_PHRASES.some((phrases) =>
    [phrases.not_called_again, phrases.farewell].some((words) => says.endsWith(words)),
  );
  return isLast ? 'end' : undefined;
}
