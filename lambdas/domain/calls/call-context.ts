import * as z from 'zod/mini';
import { faultOfFilling } from '../conversations/filled-texts.ts';
import { stringMap } from '../fields.ts';
import { parseJson } from '../parse-json.ts';
import type { StoredCall } from './call.ts';
import { fitsWithContext } from './call-size.ts';

/** What an endpoint that is asked for a context may answer: a flat map; a key without a value counts as not there. */
const answered = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));

/** Reads what an endpoint answered, as JSON; throws when it is no context that a call could have been given. */
export function readContext(text: string): Record<string, string> {
  const entries = Object.entries(answered.parse(parseJson(text)));
  const known = entries.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const]));
  return stringMap.parse(Object.fromEntries(known));
}

/** The call with a context that was fetched for it, in which what it was given itself goes first. */
export function withFetchedContext(call: StoredCall, fetched: Readonly<Record<string, string>>): StoredCall {
  const { context = null } = call;
  return { ...call, context: { ...fetched, ...context }, given_context: context };
}

/** The number of the caller or callee, with which the context endpoint is asked. */
export const otherParty = ({ direction, from_number, to_number }: StoredCall): string =>
  direction === 'outbound' ? to_number : from_number;

/** Which of the keys that the prompt requires are missing in the context. Returns undefined if none is. */
export function missingContextFault({ context, context_source }: StoredCall): string | undefined {
  const required = context_source?.required_keys ?? [];
  const missing = required.filter((key) => !Object.hasOwn(context ?? {}, key));
  return missing.length > 0
    ? `The context lacks keys that the prompt requires: ${missing.join(', ')}.`
    : undefined;
}

/** Why a call cannot begin with its context, as a sentence for the user. Returns undefined if it can. */
export function faultOfContext(call: StoredCall): string | undefined {
  if (!fitsWithContext(call))
    return 'The agent and the context are too large together to be kept with the call.';
  return missingContextFault(call) ?? faultOfFilling(call, 'kept');
}

/** The same for a call before it is dialled: keys that the context endpoint may still give are not missing. */
export function faultBeforeDialling(call: StoredCall): string | undefined {
  return call.context_source?.endpoint ? faultOfFilling(call, 'left out') : faultOfContext(call);
}
