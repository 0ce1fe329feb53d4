import * as z from 'zod/mini';
import { faultOfFilling } from '../conversations/filled-texts.ts';
import { stringMap } from '../fields.ts';
import { parseJson } from '../parse-json.ts';
import type { StoredCall } from './call.ts';
import { fitsWithContext } from './call-size.ts';

/** The answer of a context endpoint: a flat map. A key whose value is null counts as missing. */
const answered = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()])));

/** Parses the answer of a context endpoint. Throws if a call could not have been given this context. */
export function readContext(text: string): Record<string, string> {
  const entries = Object.entries(answered.parse(parseJson(text)));
  const known = entries.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const]));
  return stringMap.parse(Object.fromEntries(known));
}

/** Adds the fetched context to a call. Where both have a key, the context given with the call wins. */
export function withFetchedContext(call: StoredCall, fetched: Readonly<Record<string, string>>): StoredCall {
  const { context = null } = call;
  return { ...call, context: { ...fetched, ...context }, given_context: context };
}

/** The number of the caller or callee, which the context endpoint receives. */
export const otherParty = ({ direction, from_number, to_number }: StoredCall): string =>
  direction === 'outbound' ? to_number : from_number;

/** The message that lists the missing keys that the prompt requires. Returns undefined if none is missing. */
export function missingContextFault({ context, context_source }: StoredCall): string | undefined {
  const required = context_source?.required_keys ?? [];
  const missing = required.filter((key) => !Object.hasOwn(context ?? {}, key));
  return missing.length > 0
    ? `The context lacks keys that the prompt requires: ${missing.join(', ')}.`
    : undefined;
}

/** The reason, for the user, why a call cannot begin with its context. Returns undefined if it can. */
export function faultOfContext(call: StoredCall): string | undefined {
  if (!fitsWithContext(call))
    return 'The agent and the context are too large together to be kept with the call.';
  return missingContextFault(call) ?? faultOfFilling(call, 'kept');
}

/** The same before dialling. A key that the context endpoint may still supply is not missing. */
export function faultBeforeDialling(call: StoredCall): string | undefined {
  return call.context_source?.endpoint ? faultOfFilling(call, 'left out') : faultOfContext(call);
}
