import { loadEntries } from '../../do-not-call/store/entries.ts';
import type { Issue } from '../../http/errors.ts';
import { issuesAt } from '../../http/issues.ts';
import type { NewId } from '../../platform/ids.ts';
import { isObject } from '../../platform/parse-json.ts';
import type { Table } from '../../platform/table/table.ts';
import { callRecipient } from '../model/call-batch.ts';
import { isForbidden } from '../model/law/dial-decision.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { decideDial } from '../store/dial-permission.ts';
import {
  type CallPlan,
  callOf,
  callTooLargeIssue,
  doNotCallIssue,
  issueOfContextSize,
  issueOfSchedule,
  lawIssue,
  type OwnCallFields,
} from './new-call.ts';

/** A parsed recipient of a batch: its call, or why it has none. */
export type ReadRecipient =
  | { readonly call: CallWithSnapshot }
  | { readonly to_number: string | null; readonly error: Issue };

interface InCommon {
  readonly plan: CallPlan;
  readonly common: Pick<OwnCallFields, 'context' | 'scheduled_at'>;
  readonly now: Date;
  readonly newId: NewId;
}

/** Parses a recipient. It uses up an id even for an invalid one, so that a repeated request gives the others the same ids. */
export function readRecipient(
  input: unknown,
  index: number,
  { plan, common, now, newId }: InCommon,
): ReadRecipient {
  const id = newId();
  const loc = recipientLoc(index);
  const { data, error } = callRecipient.safeParse(input, { reportInput: true });
  const [issue = issueOfSchedule(data?.scheduled_at, now, loc)] = error ? issuesAt(loc, error) : [];
  const unreadable = { loc, msg: 'Invalid value.', type: 'invalid_value' };
  if (!data || issue) return { to_number: numberIn(input), error: issue ?? unreadable };
  const { to_number, context, scheduled_at = common.scheduled_at, contact_location } = data;
  const merged = context || common.context ? { ...common.context, ...context } : context;
  const own = { id, to_number, context: merged, scheduled_at, ...(contact_location && { contact_location }) };
  const call = callOf(plan, own, now);
  const tooLarge = callTooLargeIssue(call, loc) ?? issueOfContextSize(call, loc);
  return tooLarge ? { to_number, error: tooLarge } : { call };
}

/** The issues of recipients that have the number of an earlier one, however it is written. */
export function issuesOfRepeatedNumbers(recipients: readonly ReadRecipient[]): Issue[] {
  const firstOf = new Map<string, number>();
  return recipients.flatMap((recipient, index) => {
    if (!('call' in recipient)) return [];
    const { to_number } = recipient.call;
    const first = firstOf.get(to_number);
    if (first === undefined) firstOf.set(to_number, index);
    if (first === undefined) return [];
    const msg = `Recipient ${first} has the same number, ${to_number}; leave one out, or set allow_repeated to call it more than once.`;
    return [{ loc: [...recipientLoc(index), 'to_number'], msg, type: 'repeated_number' }];
  });
}

export async function listedNumbers(
  table: Table,
  recipients: readonly ReadRecipient[],
): Promise<ReadonlyMap<string, unknown>> {
  const calls = recipients.flatMap((each) =>
    'call' in each && !each.call.override_do_not_call ? [each.call] : [],
  );
  const [first] = calls;
  if (!first) return new Map();
  return loadEntries(
    table,
    first.user_id,
    calls.map(({ to_number }) => to_number),
  );
}

export function refuseDoNotCall(
  recipient: ReadRecipient,
  index: number,
  listed: ReadonlyMap<string, unknown>,
): ReadRecipient {
  if (!('call' in recipient) || !listed.has(recipient.call.to_number)) return recipient;
  return { to_number: recipient.call.to_number, error: doNotCallIssue(recipientLoc(index)) };
}

/** Numbers about which the law is asked at once. */
const ASKED_AT_ONCE = 50;

/** Asks for each call whether the law permits it at its time, and stores the answer with it. */
export async function askLaw(
  table: Table,
  recipients: readonly ReadRecipient[],
  now: Date,
): Promise<ReadRecipient[]> {
  const answered: ReadRecipient[] = [];
  for (let start = 0; start < recipients.length; start += ASKED_AT_ONCE) {
    const part = recipients.slice(start, start + ASKED_AT_ONCE).map(async (each, index) => {
      if (!('call' in each)) return each;
      const { call, decision } = await decidedCall(table, each.call, now);
      if (!isForbidden(decision)) return { call };
      return { to_number: call.to_number, error: lawIssue(decision, recipientLoc(start + index)) };
    });
    answered.push(...(await Promise.all(part)));
  }
  return answered;
}

/** A new call with the decision about it; undefined if the operator has it decide nothing. */
export async function decidedCall(table: Table, call: CallWithSnapshot, now: Date) {
  const at = new Date(Math.max(now.getTime(), Date.parse(call.scheduled_at ?? call.created_at)));
  const { decision } = (await decideDial(table, call, { at, now })) ?? {};
  return { call: decision ? { ...call, dial_decision: decision } : call, decision };
}

export const recipientLoc = (index: number) => ['body', 'recipients', String(index)];

function numberIn(input: unknown): string | null {
  return isObject(input) && typeof input.to_number === 'string' ? input.to_number : null;
}
