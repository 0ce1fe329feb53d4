import * as z from 'zod/mini';
import { silenceOf, type TurnFigures, turnFigures } from '../../conversations/turn-figures.ts';
import { id } from '../../fields.ts';
import { actionType } from '../../records/action.ts';

/** The figures of a turn that its call keeps. They contain no words. */
export const keptTurn = z.lazy(() =>
  z.object({
    number: z.number(),
    figures: z.optional(turnFigures),
    took_ms: z.optional(z.number()),
    failed: z.optional(z.boolean()),
    never_final: z.optional(z.boolean()),
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
  const silences = figures.flatMap((one) => silenceOf(one) ?? []).sort((one, other) => one - other);
  const [p50, p95] = [percentile(silences, 50), percentile(silences, 95)];
  if (p50 === undefined || p95 === undefined) return undefined;
  return { silence_p50_ms: p50, silence_p95_ms: p95, answers: silences.length };
}

const percentile = (sorted: readonly number[], percent: number) =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
