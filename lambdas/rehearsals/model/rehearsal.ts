import * as z from 'zod/mini';
import { type CallTurn, callTurn, turnView } from '../../calls/model/call-turns.ts';
import { handedTo, isSpoken, type Session, type Turn } from '../../conversation/model/session.ts';
import { isSecretAnswer, SECURE } from '../../conversation/model/steps/session-steps.ts';
import { stepsState } from '../../conversation/model/steps/steps-state.ts';
import { id, integerBetween, ownerFields, requiredText, stringMap, utcTime } from '../../platform/fields.ts';
import { language } from '../../vendors/model/languages.ts';

export const MAX_LINES = 60;

export const MAX_TURNS_BYTES = 1_000_000;

const MAX_LINE = 2_000;

export const OPEN_SECONDS = 3_600;

export const forkInput = z.lazy(() => z.strictObject({ before: integerBetween(1, 1_000_000) }));

export const lineInput = z.lazy(() =>
  z
    .strictObject({
      text: z.optional(
        z.nullable(
          requiredText(MAX_LINE).check(
            z.regex(/\S/, 'Must have at least one character that is not a space.'),
          ),
        ),
      ),
      keys: z.optional(
        z.nullable(z.string().check(z.regex(/^[0-9*#]{1,20}$/, 'Must be 1 to 20 of 0-9, * and #.'))),
      ),
    })
    .check(
      z.refine(({ text, keys }) => ((text ?? null) === null) !== ((keys ?? null) === null), {
        error: 'Send either `text` or `keys`.',
        params: { type: 'text_or_keys' },
      }),
    ),
);

/** A note about a line of the caller: the state before the line, and what was found for its answer. */
export const rehearsalNote = z.object({
  turn: z.number(),
  passages: z.optional(z.array(z.string())),
  language: z.optional(language),
  holding: z.optional(z.boolean()),
  steps: z.optional(stepsState),
  handed_to: z.optional(handedTo),
});
export type RehearsalNote = z.infer<typeof rehearsalNote>;

export const rehearsal = z.lazy(() =>
  z.object({
    ...ownerFields,
    agent: id,
    agent_version: z.optional(z.int()),
    status: z.enum(['open', 'ended']),
    /** The transfer or conference action that would have taken over the call. */
    handed_to: z.nullable(id),
    on_hold: z.boolean(),
    created_at: utcTime(),
    context: z.optional(z.nullable(stringMap)),
    answering: z.nullable(z.string()),
    turns: z.array(callTurn),
    knowledge: z.array(z.object({ turn: z.int(), passages: z.array(z.string()) })),
  }),
);
export type Rehearsal = z.infer<typeof rehearsal>;

export interface StoredRehearsal {
  readonly session: Session;
  readonly turns: readonly Turn[];
  readonly notes: readonly RehearsalNote[];
}

export function rehearsalView({ session, turns, notes }: StoredRehearsal): Rehearsal {
  const { call_id, user_id, agent, agent_version, rehearsal: own, handoff, holding, context } = session;
  return {
    id: call_id,
    user_id,
    agent: session.handed_to?.own ?? agent.id,
    ...(agent_version !== undefined && { agent_version }),
    status: session.closed ? 'ended' : 'open',
    handed_to: handoff ?? null,
    on_hold: holding ?? false,
    created_at: own?.begun_at ?? '',
    ...(context !== undefined && { context }),
    answering: session.answer ? (isSecretAnswer(session) ? SECURE : session.answer.text) : null,
    turns: turns.map((turn): CallTurn => turnView(turn)),
    knowledge: notes.flatMap(({ turn, passages = [] }) =>
      passages.length > 0 ? [{ turn, passages: [...passages] }] : [],
    ),
  };
}

/** Why a rehearsal accepts no further line; undefined if it accepts one. */
export function whyOver({ session, turns }: StoredRehearsal, now: Date): string | undefined {
  const begunMs = Date.parse(session.rehearsal?.begun_at ?? '');
  if (session.closed) return 'The agent has left this conversation';
  if (now.getTime() >= begunMs + OPEN_SECONDS * 1000) return 'This rehearsal began more than an hour ago';
  return whyFull(turns);
}

export function whyFull(turns: readonly Turn[]): string | undefined {
  if (turns.filter(isLine).length >= MAX_LINES) return `This rehearsal has the maximum of ${MAX_LINES} lines`;
  return Buffer.byteLength(JSON.stringify(turns)) >= MAX_TURNS_BYTES
    ? 'This rehearsal has the maximum of one megabyte of turns'
    : undefined;
}

export const isLine = (turn: Turn): boolean => isSpoken(turn) && turn.sender === 'human';

/** The turns before a line, as turns of another rehearsal. Undefined if no line has this number. */
export function turnsBefore(
  { turns }: Pick<StoredRehearsal, 'turns'>,
  { before, rehearsalId, now }: { readonly before: number; readonly rehearsalId: string; readonly now: Date },
): readonly Turn[] | undefined {
  const line = turns.find(({ number }) => number === before);
  if (!line || !isLine(line)) return undefined;
  const shiftMs = now.getTime() - Date.parse(line.timestamp);
  return turns
    .filter(({ number }) => number < before)
    .map((turn) => ({
      ...turn,
      call_id: rehearsalId,
      timestamp: new Date(Date.parse(turn.timestamp) + shiftMs).toISOString(),
    }));
}
