import * as z from 'zod/mini';
import { type KeptTurn, latency, latencyOf } from '../../conversation/model/turn-figures.ts';
import { id } from '../../platform/fields.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { modelCost, rounded } from './cost.ts';

export const agentOfCall = z.lazy(() =>
  z.object({
    agent: id,
    latency: z.optional(latency),
    model_cost: z.optional(z.nullable(z.number())),
  }),
);
export type AgentOfCall = z.infer<typeof agentOfCall>;

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
