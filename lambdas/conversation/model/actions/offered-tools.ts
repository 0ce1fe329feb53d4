import { isDeepStrictEqual } from 'node:util';
import { isRequest } from '../../../actions/model/action.ts';
import { type AgentSteps, collectedBy, demandsOf, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import type { Session } from '../session.ts';
import { stepsOf } from '../steps/session-steps.ts';
import { knownArguments, stepTools } from '../steps/step-tools.ts';
import { isStanding, meets, type StepsState } from '../steps/steps-state.ts';
import type { CheckedCall, ValidCall } from './check-tool-call.ts';
import { type Tool, toolsOf } from './tools.ts';

/** All tools of the agent that has the call. */
export const toolsIn = ({ agent, settings }: Session): Tool[] => toolsOf(agent, settings);

/** The same for all of its actions: a step can also do one that a phrase triggers. */
export const doableTools = ({ agent, settings }: Session): Tool[] => toolsOf(agent, settings, () => true);

/** The tools that the model is offered now: in a step, its own and those of its actions. Built-in ones are always offered. */
export function offeredTools(session: Session, tools = toolsIn(session)): Tool[] {
  const own = stepsOf(session);
  if (!own) return tools;
  const { step } = own.state;
  const { actions, collect = {} } = entryOf(own.steps.steps, step) ?? {};
  const readBack = Object.keys(collect).filter((name) => entryOf(collect, name)?.confirm !== 'none');
  return [
    ...tools.filter(({ name, action }) => action.id === null || (actions?.includes(name) ?? true)),
    ...stepTools(own.steps, own.state).map((tool): Tool => {
      return { ...tool, action: { id: null, type: tool.name, step, readBack } };
    }),
  ];
}

/** A call with the values of secure steps, if its arguments are what its parameters demand (`issueOfArguments`). */
export function withKnownArguments(call: ValidCall, session: Session): CheckedCall {
  const own = stepsOf(session);
  const { action } = call.tool;
  if (!own || !isRequest(action)) return call;
  const { input_schema: parameters } = action.config;
  const secret = knownArguments(own.steps, own.state, { parameters, only: 'secret' });
  const input = { ...call.input, ...secret };
  const missing = requiredOf(parameters).find((name) => !Object.hasOwn(input, name));
  if (missing !== undefined) return { issue: `${missing} is missing: the human must give it first.` };
  const issue = issueOfArguments(own.steps, own.state, { parameters, input });
  return issue === undefined ? { ...call, input } : { issue };
}

/** The arguments of an action that a step does: the values that have the names of its parameters, or that these name. */
export function argumentsOfStep(session: Session, name: string): Record<string, unknown> {
  const own = stepsOf(session);
  const tool = doableTools(session).find((each) => each.name === name);
  if (!own || !tool || !isRequest(tool.action)) return {};
  const { input_schema: parameters } = tool.action.config;
  return knownArguments(own.steps, own.state, { parameters, only: 'open' });
}

const requiredOf = (schema: unknown): string[] =>
  isObject(schema) && Array.isArray(schema.required) ? schema.required.map(String) : [];

/** Why an action may not run with these arguments, in words for the model; undefined if it may. */
export function issueOfArguments(
  steps: AgentSteps,
  state: StepsState,
  { parameters, input }: { readonly parameters: unknown; readonly input: Readonly<Record<string, unknown>> },
): string | undefined {
  const collected = new Map(collectedBy(steps));
  for (const { parameter, path, name, fields, ...demands } of demandsOf(parameters)) {
    if (!Object.hasOwn(input, parameter)) continue;
    const stored = entryOf(state.values, name);
    if (!isStanding(stored, collected.get(name)) || !meets(stored, demands))
      return `${parameter} needs the value ${path}, which ${demands.from ? 'an action must find' : 'the human must confirm'} first.`;
    const known = fields.reduce<unknown>(
      (value, field) => (isObject(value) ? entryOf(value, field) : undefined),
      stored?.value,
    );
    if (!isSame(known, input[parameter]))
      return `${parameter} must be the value ${path}: ${JSON.stringify(known ?? null)}.`;
  }
  return undefined;
}

/** Whether an argument is a known value. A model may write a number as text, and the reverse. */
const isSame = (known: unknown, given: unknown) =>
  known !== undefined &&
  (isDeepStrictEqual(known, given) ||
    (isPrinted(known) && isPrinted(given) && String(known) === String(given)));

const isPrinted = (value: unknown) => typeof value === 'string' || typeof value === 'number';
