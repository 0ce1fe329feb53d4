import * as z from 'zod/mini';
import type { AgentSteps } from '../../../agents/model/steps.ts';
import type { Session } from '../../../conversation/model/session.ts';
import { callValue, type StepVisit, valuesOfCall } from '../../../conversation/model/steps/call-steps.ts';
import { answeredBy } from '../../../vendors/model/answered-by.ts';
import { verdict } from '../verdict.ts';

/** Milliseconds per character of the agent's voice: an estimate, since nothing is spoken. */
export const CHARACTER_MS = 65;

const toolUse = z.object({
  name: z.string(),
  args: z.unknown(),
  output: z.unknown(),
  failed: z.boolean(),
  refused: z.optional(z.literal(true)),
});
export type ToolUse = z.infer<typeof toolUse>;

/** One turn of a test: what the contact did, and what the agent said and did before the next one. */
export const playedTurn = z.lazy(() =>
  z.object({
    turn: z.int(),
    contact: z.string(),
    says: z.string(),
    heard: z.optional(z.string()),
    tools: z.array(toolUse),
    step: z.optional(z.string()),
    entered: z.optional(z.array(z.string())),
    values: z.optional(z.record(z.string(), callValue)),
    answered_ms: z.optional(z.int()),
    cuts: z.optional(z.literal(true)),
    unplayed: z.optional(z.literal(true)),
    transcript: z.array(z.int()),
    verdicts: z.array(verdict),
  }),
);
export type PlayedTurn = z.infer<typeof playedTurn>;

export const outcome = z.lazy(() =>
  z.object({
    ended_by: z.enum(['agent', 'contact', 'nobody']),
    transferred: z.boolean(),
    answered_by: z.optional(answeredBy),
  }),
);
export type Outcome = z.infer<typeof outcome>;

/** Where a turn left the steps of the agent: the present step, those that were entered, and changed values. */
export function playedSteps(
  session: Session,
  before: Session | undefined,
): Pick<PlayedTurn, 'step' | 'entered' | 'values'> {
  const { steps } = session;
  if (!steps) return {};
  const { visits = {} } = (before?.agent.id === session.agent.id && before.steps) || {};
  const entered = Object.entries(steps.visits).filter(([name, count]) => count > (visits[name] ?? 0));
  const values = valuesOfCall(session);
  const isChanged = JSON.stringify(values) !== JSON.stringify(before ? valuesOfCall(before) : {});
  return {
    step: steps.step,
    ...(entered.length > 0 && { entered: entered.map(([name]) => name) }),
    ...(isChanged && { values }),
  };
}

/** Most exits that a result counts. */
const MAX_EXITS = 100;

/** How often a conversation took the steps and exits of its agent, also those that it did not take. */
export function coverageOf({ steps, always, handoffs }: AgentSteps, path: readonly StepVisit[]) {
  const visits = new Map(Object.keys(steps).map((name) => [name, 0]));
  const exits = new Map<string, number>();
  for (const [name, { next }] of Object.entries(steps))
    for (const { to } of next) exits.set(`${name} → ${to}`, 0);
  const free = Object.entries(handoffs).filter(([, handoff]) => handoff.if !== undefined);
  for (const to of [...always.map((exit) => exit.to), ...free.map(([name]) => name)])
    exits.set(`* → ${to}`, 0);
  const count = (counts: Map<string, number>, name: string) =>
    counts.has(name) && counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { step, agent_id, exit } of path) {
    if (agent_id !== undefined) continue;
    const { through = [], to } = exit ?? {};
    for (const name of [step, ...through]) count(visits, name);
    if (to === undefined) continue;
    const chain = [step, ...through, to];
    for (const [index, name] of chain.slice(1).entries())
      count(exits, exits.has(`${chain[index]} → ${name}`) ? `${chain[index]} → ${name}` : `* → ${name}`);
  }
  return {
    steps: Object.fromEntries(visits),
    exits: Object.fromEntries([...exits].slice(0, MAX_EXITS)),
  };
}
