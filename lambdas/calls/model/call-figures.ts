import * as z from 'zod/mini';
import { percentile } from '../../conversation/model/turn-figures.ts';
import { id, utcTime } from '../../platform/fields.ts';
import { secondsBetween } from '../../usage/model/usage.ts';
import { callStatus, stageOutcome } from './call.ts';
import { isFinal } from './call-state.ts';

export const FIGURES_BY = ['hour', 'day', 'agent', 'version'] as const;
export type FiguresBy = (typeof FIGURES_BY)[number];

/** What the index of calls has of one, for figures. */
export const figuredCall = z.lazy(() =>
  z.object({
    status: callStatus,
    agent_id: id,
    agent_version: z.optional(z.int()),
    created_at: z.string(),
    start_time: z.optional(z.string()),
    end_time: z.optional(z.string()),
    stage_outcome: z.optional(stageOutcome),
    succeeded: z.optional(z.boolean()),
    silences_ms: z.optional(z.array(z.int())),
    counted_cost: z.optional(z.number()),
  }),
);
export type FiguredCall = z.infer<typeof figuredCall>;

const RESULTS = ['answered', 'not_reached', 'failed', 'open'] as const;

export const figures = z.lazy(() =>
  z.object({
    calls: z.int(),
    results: z.object({ answered: z.int(), not_reached: z.int(), failed: z.int(), open: z.int() }),
    success: z.object({ judged: z.int(), succeeded: z.int() }),
    response_time: z.optional(z.object({ p50_ms: z.int(), p95_ms: z.int(), answers: z.int() })),
    seconds_p50: z.optional(z.int()),
    total_cost: z.number(),
    last_call_at: z.optional(utcTime()),
  }),
);
export type Figures = z.infer<typeof figures>;

/** How an agent does: its calls of the last days, its tests, and whether a draft waits. */
export const agentHealth = z.lazy(() =>
  z.object({
    agent: id,
    figures,
    days: z.array(z.int()),
    tests: z.object({ passed: z.int(), failed: z.int() }),
    waiting_version: z.optional(z.int()),
  }),
);

export const callFigures = z.lazy(() =>
  z.object({
    currency: z.string(),
    total: figures,
    groups: z.array(
      z.object({
        time: z.optional(z.string()),
        agent: z.optional(id),
        agent_version: z.optional(z.int()),
        figures,
      }),
    ),
  }),
);

/** The result of a call: in the chart, the list of agents and all figures. */
export function resultOf({
  status,
  stage_outcome: outcome,
  start_time,
}: FiguredCall): (typeof RESULTS)[number] {
  if (!isFinal(status)) return 'open';
  if (start_time === undefined || outcome === 'call_did_not_connect' || outcome === 'human_unanswered')
    return status === 'error' && outcome === undefined ? 'failed' : 'not_reached';
  return status === 'error' ? 'failed' : 'answered';
}

/** Counts calls. What takes a median keeps its values: figures of 100,000 calls are exact. */
export class Tally {
  readonly #results = { answered: 0, not_reached: 0, failed: 0, open: 0 };
  readonly #success = { judged: 0, succeeded: 0 };
  readonly #silences: number[] = [];
  readonly #seconds: number[] = [];
  #cost = 0;
  #last: string | undefined;

  add(call: FiguredCall): void {
    this.#results[resultOf(call)] += 1;
    if (call.succeeded !== undefined) this.#success.judged += 1;
    if (call.succeeded) this.#success.succeeded += 1;
    for (const ms of call.silences_ms ?? []) this.#silences.push(ms);
    const { start_time: start, end_time: end } = call;
    if (start !== undefined && end !== undefined)
      this.#seconds.push(secondsBetween(new Date(start), new Date(end)));
    this.#cost += call.counted_cost ?? 0;
    if (this.#last === undefined || call.created_at > this.#last) this.#last = call.created_at;
  }

  get figures(): Figures {
    const silences = this.#silences.sort(ascending);
    const [p50, p95] = [percentile(silences, 50), percentile(silences, 95)];
    const seconds = percentile(this.#seconds.sort(ascending), 50);
    return {
      calls: RESULTS.reduce((sum, result) => sum + this.#results[result], 0),
      results: this.#results,
      success: this.#success,
      ...(p50 !== undefined &&
        p95 !== undefined && { response_time: { p50_ms: p50, p95_ms: p95, answers: silences.length } }),
      ...(seconds !== undefined && { seconds_p50: seconds }),
      total_cost: Math.round(this.#cost * 1e6) / 1e6,
      ...(this.#last !== undefined && { last_call_at: this.#last }),
    };
  }
}

const ascending = (one: number, other: number) => one - other;

/** Zones differ from UTC by multiples of this. */
const QUARTER_HOUR_MS = 900_000;

/** Tells the hour of a moment in a time zone, as `2026-11-28T14`. */
export function hourIn(timeZone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const hours = new Map<number, string>();
  return (time) => {
    const quarter = Math.floor(Date.parse(time) / QUARTER_HOUR_MS);
    const known = hours.get(quarter);
    if (known !== undefined) return known;
    const hour = format
      .format(quarter * QUARTER_HOUR_MS)
      .replace(' ', 'T')
      .slice(0, 13);
    hours.set(quarter, hour);
    return hour;
  };
}
