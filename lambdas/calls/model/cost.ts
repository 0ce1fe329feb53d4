import * as z from 'zod/mini';
import { type KeptTurn, latency, latencyOf } from '../../conversation/model/turn-figures.ts';
import { id } from '../../platform/fields.ts';
import type { Prices } from '../../usage/model/prices.ts';
import type { CallAnalysis } from './analysis/call-analysis.ts';
import type { TextMessage } from './text-messages.ts';

export const callCost = z.lazy(() =>
  z.object({
    currency: z.string(),
    is_estimate: z.literal(true),
    telephony: z.number(),
    speech: z.number(),
    model: z.nullable(z.number()),
    texts: z.optional(z.number()),
    aws: z.number(),
    total: z.number(),
    unpriced_models: z.optional(z.array(z.string())),
    tokens_are_estimated: z.optional(z.literal(true)),
    is_incomplete: z.optional(z.literal(true)),
  }),
);
export type CallCost = z.infer<typeof callCost>;

export interface CostBasis {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly direction: 'outbound' | 'inbound';
  readonly recording_sid?: string | undefined;
  readonly turns?: readonly KeptTurn[] | undefined;
  readonly turns_left_out?: number | undefined;
  readonly analysis?: CallAnalysis | undefined;
  readonly texts?: readonly TextMessage[] | undefined;
}

/** Estimates the cost of a call that is over. Returns undefined if it was not answered, or is in progress. */
export function costOf(call: CostBasis, prices: Prices): CallCost | undefined {
  const { start_time, end_time, direction, recording_sid, turns = [], turns_left_out = 0, texts = [] } = call;
  if (start_time === undefined || end_time === undefined) return undefined;
  const minutes = Math.max(0, Date.parse(end_time) - Date.parse(start_time)) / 60_000;
  // Vendors bill each started minute as a whole one.
  const begun = Math.max(1, Math.ceil(minutes));
  const perMinute = prices.telephony[direction] + (recording_sid ? prices.telephony.recording : 0);
  const answers = [...turns, ...analysisOf(call)];
  const { priced, unpriced } = modelCost(answers, prices);
  const parts = {
    telephony: rounded(begun * perMinute),
    speech: rounded(begun * prices.speech),
    model: unpriced.length > 0 ? null : rounded(priced),
    aws: rounded(minutes * prices.aws),
  };
  const segments = texts.reduce((sum, text) => sum + (text.segments ?? 1), 0);
  // An operator's own prices may lack one for texts.
  const ofTexts = rounded(segments * (prices.text_segment ?? 0));
  return {
    currency: prices.currency,
    is_estimate: true,
    ...parts,
    ...(texts.length > 0 && { texts: ofTexts }),
    total: rounded(parts.telephony + parts.speech + priced + ofTexts + parts.aws),
    ...(unpriced.length > 0 && { unpriced_models: unpriced }),
    ...(answers.some(({ figures }) => figures?.estimated) && { tokens_are_estimated: true }),
    ...((unpriced.length > 0 || turns_left_out > 0) && { is_incomplete: true }),
  };
}

/** What the tokens of turns cost, and the models that have no price. */
export function modelCost(turns: readonly KeptTurn[], prices: Prices) {
  const used = tokensByModel(turns);
  // Users name their models freely, even `constructor`.
  const pricesByModel = new Map(Object.entries(prices.models));
  return {
    priced: [...used].reduce((sum, [name, tokens]) => sum + priceOf(tokens, pricesByModel.get(name)), 0),
    unpriced: [...used.keys()].filter((name) => !pricesByModel.has(name)),
  };
}

function analysisOf({ analysis }: CostBasis): readonly KeptTurn[] {
  if (!analysis?.tokens) return [];
  const { model, tokens_are_estimated: estimated } = analysis;
  const { input, output, cached } = analysis.tokens;
  const tokens = [input, output, cached, 0];
  return [{ number: 0, figures: { ms: [], model, tokens, ...(estimated && { estimated }) } }];
}

/** Tokens in the order of TurnFigures, by model. Tokens of an unknown model count for the one that answered before. */
function tokensByModel(turns: readonly KeptTurn[]): ReadonlyMap<string, readonly number[]> {
  const used = new Map<string, readonly number[]>();
  const modelNames = turns.flatMap(({ figures }) => figures?.model ?? []);
  let [last = 'unknown'] = modelNames;
  for (const { figures } of turns) {
    if (!figures?.tokens) continue;
    last = figures.model ?? last;
    const sum = used.get(last) ?? [];
    used.set(
      last,
      figures.tokens.map((count, index) => count + (sum[index] ?? 0)),
    );
  }
  return used;
}

function priceOf(tokens: readonly number[], price: Prices['models'][string] | undefined): number {
  if (!price) return 0;
  // Nearly all tokens of a dropped answer are its prompt's.
  const [input = 0, output = 0, cached = 0, wasted = 0] = tokens;
  const millions = (input - cached + wasted) * price.input + cached * price.cached + output * price.output;
  return Math.max(0, millions) / 1e6;
}

/** Rounds to a millionth, which also removes the errors of binary fractions. */
export const rounded = (amount: number) => Math.round(amount * 1e6) / 1e6;

export const agentOfCall = z.lazy(() =>
  z.object({
    agent: id,
    latency: z.optional(latency),
    model_cost: z.optional(z.nullable(z.number())),
  }),
);
type AgentOfCall = z.infer<typeof agentOfCall>;

/** The agents that had a call, in the order of their first turns, with their figures. Undefined if one had it all. */
export function agentsOf(
  {
    agent_id: own,
    turns = [],
  }: { readonly agent_id: string; readonly turns?: readonly KeptTurn[] | undefined },
  prices?: Prices,
): AgentOfCall[] | undefined {
  const byAgent = Map.groupBy(turns, ({ agent_id: other }) => other ?? own);
  if (byAgent.size < 2) return undefined;
  return [...byAgent].map(([agent, ofAgent]) => {
    const latency = latencyOf(ofAgent.flatMap(({ figures }) => figures ?? []));
    const cost = prices && modelCost(ofAgent, prices);
    return {
      agent,
      ...(latency && { latency }),
      ...(cost && { model_cost: cost.unpriced.length > 0 ? null : rounded(cost.priced) }),
    };
  });
}
