import * as z from 'zod/mini';
import { actionType } from '../../actions/model/action.ts';
import { id } from '../../platform/fields.ts';
import { stepExit } from './steps/steps-state.ts';
import { REMOVED_KINDS } from './words/removal-rules.ts';

/** The moments of an answer, in order. Each ends a segment of the time since the contact's last reported words. */
export const MOMENTS = [
  'turn_over',
  'model_asked',
  'first_token',
  'first_text',
  'last_text',
  'answer_over',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Tokens that the models of a turn used: input, output, cached ones of the input, and those of dropped answers. */
const tokens = z.array(z.number());

/** How many parts of the model's answer were not spoken, by kind. */
export const removedParts = () => z.partialRecord(z.enum(REMOVED_KINDS), z.int());

export const turnFigures = z.lazy(() =>
  z.object({
    /** When the contact's words arrived, in milliseconds since 1970; absent once the answer is over. */
    from: z.optional(z.number()),
    /** The milliseconds of each segment, in the order of MOMENTS; null for a moment that did not come. */
    ms: z.array(z.nullable(z.number())),
    model: z.optional(z.string()),
    tokens: z.optional(tokens),
    /** The vendor reported no tokens: they are estimated by the length of the texts. */
    estimated: z.optional(z.boolean()),
    failures: z.optional(z.number()),
    /** Passages that the model was given, the vector database that has them, and the ids of their records in it. */
    passages: z.optional(z.number()),
    database: z.optional(id),
    sources: z.optional(z.array(z.string())),
    interrupted: z.optional(z.boolean()),
    removed: z.optional(removedParts()),
  }),
);
export type TurnFigures = z.infer<typeof turnFigures>;

/** The figures without the ids of records, which may contain words: users name their records as they like. */
export const withoutSources = ({ sources: _, ...figures }: TurnFigures): TurnFigures => figures;

export interface Segment {
  readonly name: Moment;
  readonly ms: number;
}

/** Milliseconds of each segment; a moment counts at the earliest from the one before it. */
export function segmentsBetween(
  from: number,
  moments: Readonly<Partial<Record<Moment, number | undefined>>>,
): (number | null)[] {
  let before = from;
  return MOMENTS.map((name) => {
    const at = moments[name];
    if (at === undefined) return null;
    const ms = Math.max(0, Math.round(at - before));
    before += ms;
    return ms;
  });
}

export const segmentsOf = ({ ms }: TurnFigures): Segment[] =>
  MOMENTS.flatMap((name, index) => {
    const length = ms[index];
    return typeof length === 'number' ? [{ name, ms: length }] : [];
  });

export const totalOf = (figures: TurnFigures): number =>
  segmentsOf(figures).reduce((sum, { ms }) => sum + ms, 0);

/** Milliseconds from the contact's words to the agent's first one. Returns undefined if the agent said nothing. */
export function silenceOf(figures: TurnFigures): number | undefined {
  const segments = segmentsOf(figures);
  const end = segments.findIndex(({ name }) => name === 'first_text');
  return end < 0 ? undefined : segments.slice(0, end + 1).reduce((sum, { ms }) => sum + ms, 0);
}

/** The figures of a finished answer; `at` is absent if its end was not reported. */
export function concluded(
  { from, ...figures }: TurnFigures,
  { at, interrupted = false }: { readonly at?: Date | undefined; readonly interrupted?: boolean },
): TurnFigures {
  const isTimed = from !== undefined && at !== undefined && silenceOf(figures) !== undefined;
  const last = MOMENTS.length - 1;
  const ms = isTimed
    ? [...figures.ms.slice(0, last), Math.max(0, at.getTime() - from - totalOf(figures))]
    : figures.ms;
  return { ...figures, ms, ...(interrupted && { interrupted }) };
}

/** The figures of a turn that its call keeps. They contain no words. */
export const keptTurn = z.lazy(() =>
  z.object({
    number: z.number(),
    figures: z.optional(turnFigures),
    took_ms: z.optional(z.number()),
    failed: z.optional(z.boolean()),
    never_final: z.optional(z.boolean()),
    step: z.optional(z.string()),
    exit: z.optional(stepExit),
    agent_id: z.optional(id),
    /** Only in a HIPAA-compliant call, which keeps neither messages nor actions: the kind of the turn, and its time. */
    private: z.optional(
      z.object({
        sender: z.optional(z.enum(['agent', 'human'])),
        action: z.optional(actionType),
        action_id: z.optional(id),
        timestamp: z.string(),
      }),
    ),
  }),
);
export type KeptTurn = z.infer<typeof keptTurn>;

export const latency = z.lazy(() =>
  z.object({ silence_p50_ms: z.int(), silence_p95_ms: z.int(), answers: z.int() }),
);
export type Latency = z.infer<typeof latency>;

export function latencyOf(figures: readonly TurnFigures[]): Latency | undefined {
  const silences = silencesOf(figures).sort((one, other) => one - other);
  const [p50, p95] = [percentile(silences, 50), percentile(silences, 95)];
  if (p50 === undefined || p95 === undefined) return undefined;
  return { silence_p50_ms: p50, silence_p95_ms: p95, answers: silences.length };
}

export const silencesOf = (figures: readonly TurnFigures[]): number[] =>
  figures.flatMap((one) => silenceOf(one) ?? []);

export const percentile = (sorted: readonly number[], percent: number) =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
