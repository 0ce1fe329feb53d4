import { isRequest } from '../../../actions/model/action.ts';
import { isObject } from '../../../platform/parse-json.ts';
import type { Session } from '../session.ts';
import { stepsOf } from '../steps/session-steps.ts';
import { knownArguments } from '../steps/step-parameters.ts';
import { issueOfArguments } from '../steps/trusted-arguments.ts';
import type { CheckedCall, ValidCall } from './check-tool-call.ts';
import { doableTools } from './offered-tools.ts';

/** A call with the values of secure steps, if its arguments are what its parameters demand (trusted-arguments.ts). */
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
