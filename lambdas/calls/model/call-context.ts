import * as z from 'zod/mini';
import { BUILT_IN_VALUES, issueOfFilling } from '../../conversation/model/filled-texts.ts';
import { stringMap } from '../../platform/fields.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { type StoredCall, WITHHELD } from './call.ts';
import type { CallWithSnapshot } from './snapshot.ts';

const answered = z.record(z.string(), z.unknown());
const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Parses the response of a context endpoint: a flat map. Leaves out keys that a call request may not have. */
export function readContext(text: string): Record<string, string> {
  const entries = Object.entries(answered.parse(parseJson(text)));
  const kept = entries.flatMap(([key, value]) => {
    const one = { [key]: scalar.safeParse(value).success ? String(value) : value };
    return stringMap.safeParse(one).success ? [one] : [];
  });
  return stringMap.parse(Object.assign({}, ...kept));
}

/** Adds the fetched context to a call. Where both have a key, the context given with the call wins. */
export function withFetchedContext<C extends StoredCall>(
  call: C,
  fetched: Readonly<Record<string, string>>,
): C {
  const { context = null } = call;
  return { ...call, context: { ...fetched, ...context }, given_context: context };
}

/** The contact's number. Returns undefined if it is withheld. */
export function contactNumber({ direction, from_number, to_number }: StoredCall): string | undefined {
  const number = direction === 'outbound' ? to_number : from_number;
  return number === WITHHELD ? undefined : number;
}

/** The message that lists the missing keys that the prompt requires. Returns undefined if none is missing. */
export function missingContextIssue({
  context,
  context_source,
}: Pick<CallWithSnapshot, 'context' | 'context_source'>): string | undefined {
  const required = context_source?.required_keys ?? [];
  const missing = required.filter(
    (key) => !Object.hasOwn(context ?? {}, key) && !BUILT_IN_VALUES.includes(key),
  );
  return missing.length > 0
    ? `The prompt requires context keys that are missing: ${missing.join(', ')}.`
    : undefined;
}

/** Why a call cannot begin with its context, for the user. Returns undefined if it can. */
export function issueOfContext(call: CallWithSnapshot): string | undefined {
  if (!fitsWithContext(call))
    return 'The agent and the context together are too large for the call; shorten them.';
  return missingContextIssue(call) ?? issueOfFilling(call);
}

/** The same before dialing. A key that the context endpoint may still supply is not missing. */
export function issueBeforeDialing(call: CallWithSnapshot): string | undefined {
  return call.context_source?.endpoint ? issueOfFilling(call) : issueOfContext(call);
}

/** Largest call in bytes with its snapshot when it begins. */
export const MAX_CALL_BYTES = 200_000;

/** Largest call in bytes after its context was fetched: it keeps the given and the fetched context. */
export const MAX_BYTES_WITH_CONTEXT = 300_000;

export const fitsInStorage = (call: CallWithSnapshot): boolean => bytesOf(call) <= MAX_CALL_BYTES;

export const fitsWithContext = (call: CallWithSnapshot): boolean => bytesOf(call) <= MAX_BYTES_WITH_CONTEXT;

const bytesOf = (call: CallWithSnapshot) => Buffer.byteLength(JSON.stringify(call));
