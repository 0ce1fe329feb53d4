import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Tool } from '../../conversation/model/actions/tools.ts';
import { PHRASES } from '../../conversation/model/phrases.ts';
import { wordsIn } from '../../conversation/model/words/normalized-phrase.ts';
import { isObject } from '../../platform/parse-json.ts';
import { shortJson, shortText } from './short-json.ts';
import { isHidden, toolNameOf, wasAsked } from './test-from-call.ts';
import { leavesIn, type RecordedAction, type RecordedTurn } from './turns/recorded-turns.ts';

const differenceKind = z.enum(['transfer', 'end', 'step', 'tool', 'arguments', 'words']);
export type DifferenceKind = z.infer<typeof differenceKind>;

const difference = () => ({ kind: differenceKind, before: z.string(), after: z.string() });

/** How the decisions of a replayed call differ from those of the record, or of the baseline. */
export const comparison = z.lazy(() =>
  z.object({
    same: z.int(),
    different: z.int(),
    diverged: z.int(),
    first: z.nullable(z.object({ turn: z.int(), ...difference() })),
    diverged_at: z.nullable(z.int()),
    reason: z.nullable(z.string()),
  }),
);
export type ReplayComparison = z.infer<typeof comparison>;

/** A turn of the contact, by its number in the call, with what the agent did before and does now, in words. */
export const comparedTurn = z.lazy(() =>
  z.object({
    turn: z.int(),
    contact: z.string(),
    verdict: z.enum(['same', 'different', 'diverged']),
    before: z.string(),
    after: z.string(),
    difference: z.optional(z.object(difference())),
    reason: z.optional(z.string()),
  }),
);
export type ComparedTurn = z.infer<typeof comparedTurn>;
export type Difference = NonNullable<ComparedTurn['difference']>;

/** What the agent did after a turn of the contact. */
export interface Decision {
  readonly tools: readonly { readonly name: string; readonly args: unknown }[];
  readonly leaves: 'transfer' | 'end' | undefined;
  readonly says: string;
  /** The steps to which exits led. Undefined if the agent has no steps: then they are not compared. */
  readonly exits?: readonly string[] | undefined;
  /** The contact interrupted: what would have followed is unknown. */
  readonly isCut: boolean;
}

/** The decision of a turn. `nameOf`: the names of the tools that an agent no longer has. */
export function decisionOf(
  turn: RecordedTurn,
  tools: readonly Tool[],
  nameOf: Readonly<Record<string, string>> = {},
): Decision {
  const called = turn.actions.flatMap(({ input, ...action }) => {
    if (LEAVING.has(action.type)) return [];
    const name = toolNameOf(action, tools) ?? nameOf[action.action_id ?? ''] ?? action.type;
    return { name, args: input ?? {} };
  });
  const { says, isCut, exits } = turn;
  return { tools: called, leaves: leavesIn(turn), says, isCut, exits };
}

const LEAVING: ReadonlySet<string> = new Set([
  'action_transfer_call',
  'action_add_to_conference',
  'action_end_conversation',
]);

/** The most significant difference between two decisions. Undefined if they are the same, as far as both are known. */
export function differenceOf(before: Decision, after: Decision): Difference | undefined {
  const isOpen = before.isCut || after.isCut;
  const kind = kindOf(before, after, isOpen);
  if (!kind) return undefined;
  const text = TEXTS[kind];
  return { kind, before: text(before), after: text(after) };
}

function kindOf(before: Decision, after: Decision, isOpen: boolean): DifferenceKind | undefined {
  const leavesDifferently = before.leaves !== after.leaves && !(isOpen && !(before.leaves && after.leaves));
  if (leavesDifferently)
    return before.leaves === 'transfer' || after.leaves === 'transfer' ? 'transfer' : 'end';
  if (!hasSameExits(before, after, isOpen)) return 'step';
  if (!hasSameTools(before, after)) return 'tool';
  const others = after.tools.map(({ args }) => args);
  if (before.tools.some(({ args }, index) => index in others && !isSameArgs(args, others[index])))
    return 'arguments';
  const [words, otherWords] = [plainWords(before.says), plainWords(after.says)];
  if (isOpen ? words.startsWith(otherWords) || otherWords.startsWith(words) : words === otherWords)
    return undefined;
  return 'words';
}

/** Whether exits are the same. After an interruption, others may have followed. */
function hasSameExits({ exits: before }: Decision, { exits: after }: Decision, isOpen: boolean): boolean {
  if (!before || !after) return true;
  const length = isOpen ? Math.min(before.length, after.length) : Number.POSITIVE_INFINITY;
  return isDeepStrictEqual(before.slice(0, length), after.slice(0, length));
}

/** Whether tools are the same. One that was interrupted may have been about to call others. */
function hasSameTools(before: Decision, after: Decision): boolean {
  const surplus = before.tools.length - after.tools.length;
  if ((surplus > 0 && !after.isCut) || (surplus < 0 && !before.isCut)) return false;
  return before.tools.every(({ name }, index) => name === (after.tools[index]?.name ?? name));
}

/** Whether arguments are the same, except those that a record hides. */
function isSameArgs(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return isSameArg(before, after);
  const names = Object.keys({ ...before, ...after });
  return names.every((name) => isSameArg(before[name], after[name]));
}

const isSameArg = (before: unknown, after: unknown): boolean =>
  isHidden(before) || isHidden(after) || isDeepStrictEqual(before, after);

const MOMENTS = Object.values(PHRASES).map(({ moment }) => moment);

/** Words without case, punctuation and what the agent says while something takes time. */
function plainWords(text: string): string {
  const own = MOMENTS.reduce((remaining, moment) => remaining.replaceAll(moment, ' '), text);
  return wordsIn(own).join(' ');
}

const leavesText = ({ leaves }: Decision) =>
  leaves === 'transfer' ? 'transfers the call' : leaves === 'end' ? 'ends the call' : 'goes on';

const stepText = ({ exits = [] }: Decision) =>
  exits.length > 0 ? `goes to ${exits.join(', ')}` : 'stays in its step';

const toolsText = ({ tools }: Decision) =>
  shortText(tools.map(({ name, args }) => `${name} ${shortJson(args)}`).join(', ')) || 'no tool';

const wordsText = ({ says }: Decision) => (says === '' ? 'nothing' : `"${shortText(says)}"`);

const TEXTS: Readonly<Record<DifferenceKind, (decision: Decision) => string>> = {
  transfer: leavesText,
  end: leavesText,
  step: stepText,
  tool: toolsText,
  arguments: toolsText,
  words: wordsText,
};

function describeDecision(decision: Decision): string {
  const { tools, leaves, says, exits = [] } = decision;
  return [
    ...(tools.length > 0 ? [toolsText(decision)] : []),
    ...(says === '' && (tools.length > 0 || leaves) ? [] : [`says ${wordsText(decision)}`]),
    ...(exits.length > 0 ? [stepText(decision)] : []),
    ...(leaves ? [leavesText(decision)] : []),
  ].join('; ');
}

export const isContactsTurn = ({ event: { kind } }: RecordedTurn) => kind === 'says' || kind === 'presses';

/** Whether the turn shows what the agent decided, and not only that the contact went on. */
export const isDecided = ({ isCut, says, actions }: RecordedTurn) =>
  !isCut || says !== '' || actions.length > 0;

export const contactOf = ({ event }: RecordedTurn): string => {
  if (event.kind === 'says') return `says "${event.text}"`;
  return event.kind === 'presses' ? `presses ${event.keys}` : '';
};

/** A decision, and why the replay can't go on after it, if so: the record has no answer for a tool. */
export interface TakenDecision {
  readonly decision: Decision;
  readonly missing?: string;
}

/** A contact's turn to which an agent does not react, such as keys that it does not listen for. */
export const NOTHING: TakenDecision = { decision: { tools: [], leaves: undefined, says: '', isCut: false } };

interface RecordedCall {
  readonly recorded: RecordedTurn;
  readonly all: readonly RecordedTurn[];
}

/** The decision in a turn that was played. */
export function decisionTakenIn(
  turn: RecordedTurn,
  tools: readonly Tool[],
  record: RecordedCall,
): TakenDecision {
  const decision = decisionOf(turn, tools);
  const unanswered = turn.actions.find((action) => !isAnswered(action, record));
  if (!unanswered) return { decision };
  const name = toolNameOf(unanswered, tools);
  return { decision, missing: `The record has no answer from ${name} to ${shortJson(unanswered.input)}.` };
}

/** Whether the record has an answer: that of the same tool in the same turn, or of the same call elsewhere. */
function isAnswered(action: RecordedAction, { recorded, all }: RecordedCall): boolean {
  const { action_id, input } = action;
  const isOfTool = (other: RecordedAction) => other.action_id === action_id && wasAsked(other);
  if (!wasAsked(action) || recorded.actions.some(isOfTool)) return true;
  const others = all.flatMap(({ actions }) => actions).filter(isOfTool);
  return others.some((other) => isSameArgs(other.input, input));
}

export function compareTurn(turn: RecordedTurn, before: TakenDecision, after: TakenDecision): ComparedTurn {
  const difference = differenceOf(before.decision, after.decision);
  const reason = after.missing ?? before.missing;
  return {
    turn: turn.number,
    contact: contactOf(turn),
    verdict: reason ? 'diverged' : difference ? 'different' : 'same',
    before: describeDecision(before.decision),
    after: describeDecision(after.decision),
    ...(difference && { difference }),
    ...(reason && { reason }),
  };
}

/** A turn that was not played. */
export const divergedTurn = (turn: RecordedTurn, before: Decision, reason: string): ComparedTurn => ({
  turn: turn.number,
  contact: contactOf(turn),
  verdict: 'diverged',
  before: describeDecision(before),
  after: '',
  reason,
});

/** Maximum number of differences that a run shows per call. */
const MAX_DIFFERENCES = 5;

/** The first differences, in sentences. */
export const describeDifferences = (turns: readonly ComparedTurn[]): string[] =>
  turns
    .filter(({ verdict }) => verdict !== 'same')
    .slice(0, MAX_DIFFERENCES)
    .map(({ turn, difference, reason }) => {
      if (reason) return `turn ${turn}: diverged: ${reason}`;
      return `turn ${turn}: ${difference?.kind}: before ${difference?.before}, now ${difference?.after}`;
    });

/** The outcome of compared turns. `divergedAt`: where the conversation departed from the call. @default at the first turn that diverged */
export function comparisonOf(turns: readonly ComparedTurn[], divergedAt?: number): ReplayComparison {
  const of = (verdict: ComparedTurn['verdict']) => turns.filter((turn) => turn.verdict === verdict).length;
  const first = turns.find((turn) => turn.difference);
  const diverged = turns.find(({ verdict }) => verdict === 'diverged');
  return {
    same: of('same'),
    different: of('different'),
    diverged: of('diverged'),
    first: first?.difference ? { turn: first.turn, ...first.difference } : null,
    diverged_at: divergedAt ?? diverged?.turn ?? null,
    reason: diverged?.reason ?? null,
  };
}

export function statusOfComparison({ same, different, diverged }: ReplayComparison) {
  if (different > 0) return { status: 'failed' as const };
  if (diverged > 0) return { status: 'diverged' as const };
  if (same > 0) return { status: 'passed' as const };
  return { status: 'error' as const, error: 'The call has no turn in which the agent decided anything.' };
}
