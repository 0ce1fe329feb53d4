import * as z from 'zod/mini';
import {
  type AgentSteps,
  BUILT_IN,
  type CollectedValue,
  collectedBy,
  DONE,
  elseOf,
  entryOf,
  isWaiting,
  valueSource,
} from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';

/** A value with what is known of its origin. Turns are those of the contact, counted from 0. */
const storedValue = z.lazy(() =>
  z.object({
    value: z.unknown(),
    source: valueSource,
    /** The words in which it was read back, and in which turn. A changed value was not read back. */
    read_back: z.optional(z.object({ words: z.string(), turn: z.number() })),
    confirmed_at: z.optional(z.number()),
    /** A secure step collected it: only actions get it. */
    secure: z.optional(z.boolean()),
  }),
);
export type StoredValue = z.infer<typeof storedValue>;

/** An exit that was taken: the step or handoff to which it leads, and what decided it. */
export const stepExit = z.lazy(() =>
  z.object({
    to: z.string(),
    by: z.enum(['code', 'model', 'else']),
    /** Its `when` or `if`. */
    reason: z.optional(z.string()),
    /** The steps that were entered and left at once on the way there. */
    through: z.optional(z.array(z.string())),
  }),
);
export type StepExit = z.infer<typeof stepExit>;

/** A step that was left, and the agent whose step it was, once the call was handed over. */
export const leftStep = z.lazy(() =>
  z.object({
    step: z.string(),
    exit: stepExit,
    /** The step was secure, and the agent was answering in it. */
    secure: z.optional(z.boolean()),
    agent_id: z.optional(z.string()),
  }),
);

/**
 * How far a conversation is in the steps of its agent. It keeps fields that it doesn't know: during a deployment, two
 * versions of the code change it in turn.
 */
export const stepsState = z.lazy(() =>
  z.looseObject({
    step: z.string(),
    values: z.record(z.string(), storedValue),
    visits: z.record(z.string(), z.number()),
    /** The contact's turns, and the steps entered since the last one. */
    turn: z.number(),
    moves: z.number(),
    since: z.optional(z.number()),
    silences: z.number(),
    /** Values of the step that were not understood. */
    attempts: z.number(),
    /** The turn in which each exit of `always` was last taken, by its target. */
    always_at: z.record(z.string(), z.number()),
    /** The step's action has run. */
    ran: z.optional(z.boolean()),
    /** The places of the step’s exits, then of those of `always`, of which a note was made in this visit. */
    noted: z.optional(z.array(z.number())),
    /** The model came back to a step whose values stand: it stays until one changes or the model ends it. */
    reopened: z.optional(z.boolean()),
    /** The last step that waited for the contact. */
    back: z.optional(z.string()),
    /** The handoff that was taken: the other agent goes on. */
    handed_off: z.optional(z.string()),
  }),
);
export type StepsState = z.infer<typeof stepsState>;

/** Whether a value may be used: it is known, and the contact confirmed it if the step demands that. */
export const isStanding = (stored: StoredValue | undefined, collected: CollectedValue | undefined): boolean =>
  stored !== undefined &&
  (stored.source !== 'contact' ||
    stored.confirmed_at !== undefined ||
    (collected?.confirm ?? 'none') === 'none');

/** Whether the contact has answered the words in which the value was read back, but not yet confirmed it. */
export const isConfirmable = ({ turn }: StepsState, stored: StoredValue | undefined): boolean =>
  stored?.read_back !== undefined && stored.read_back.turn < turn && stored.confirmed_at === undefined;

/** What an exit or a parameter can demand of a value. */
export interface Demands {
  readonly from?: 'tool' | undefined;
  readonly confirmed?: true | undefined;
}

export const meets = (stored: StoredValue | undefined, { from, confirmed }: Demands): boolean =>
  stored !== undefined &&
  (from === undefined || stored.source === from) &&
  (!confirmed || stored.confirmed_at !== undefined);

/** The variables of conditions: each value as it stands, or null. */
export function conditionVariables(steps: AgentSteps, state: StepsState): Record<string, unknown> {
  const collected = new Map(collectedBy(steps));
  const names = new Set([...Object.keys(steps.values), ...collected.keys()]);
  const values = Array.from(names, (name) => {
    const stored = entryOf(state.values, name);
    const kind = collected.get(name);
    return [name, isStanding(stored, kind) ? comparable(stored?.value, kind) : null] as const;
  });
  const { silences, attempts } = state;
  const visits = entryOf(state.visits, state.step) ?? 0;
  return Object.fromEntries([
    ...values,
    ...BUILT_IN.map((name) => [name, { visits, silences, attempts }[name]]),
  ]);
}

/** Numbers are stored as text, so that none is rounded. */
function comparable(value: unknown, collected: CollectedValue | undefined): unknown {
  if (collected?.type === 'number') return Number(value);
  if (collected?.type === 'amount' && isObject(value)) return { ...value, amount: Number(value.amount) };
  return value;
}

/** An exit that the model may take: its name, when to take it, and where it leads. */
export interface ModelExit {
  readonly name: string;
  readonly if: string;
  readonly to: string;
}

/** The exits that the model is offered in its step. Exits to the same step are one. */
export function modelExits(steps: AgentSteps, state: StepsState): ModelExit[] {
  const step = entryOf(steps.steps, state.step);
  if (!step || !isWaiting(step)) return [];
  const always = steps.always.filter((exit) => isAvailable(state, exit));
  const handoffs = Object.entries(steps.handoffs).map(([to, { if: why }]) => ({ if: why, to }));
  const exits = new Map<string, ModelExit>();
  for (const { if: why, to } of [...step.next, ...always, ...handoffs]) {
    if (why === undefined) continue;
    const other = exits.get(to);
    exits.set(to, { name: to, if: other ? `${other.if}; or ${why}` : why, to });
  }
  const otherwise = elseOf(step);
  if (otherwise && allStand(steps, state))
    exits.set(DONE, { name: DONE, if: 'the goal of this step is reached', to: otherwise.to });
  return [...exits.values()];
}

export const allStand = ({ steps }: AgentSteps, { step, values }: StepsState): boolean =>
  Object.entries(entryOf(steps, step)?.collect ?? {}).every(([name, collected]) =>
    isStanding(entryOf(values, name), collected),
  );

/** Whether an exit of `always` may be taken again. It never leads to the step that it would leave. */
export function isAvailable(
  { step, turn, always_at }: StepsState,
  { to, at_most_every }: AgentSteps['always'][number],
): boolean {
  const last = entryOf(always_at, to);
  return to !== step && (last === undefined || turn - last >= at_most_every);
}
