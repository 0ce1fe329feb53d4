import * as z from 'zod/mini';
import type { StoredConsent } from '../../consents/model/consent.ts';
import { loadConsents } from '../../consents/store/consents.ts';
import { readItem, updateItem } from '../../platform/table/items.ts';
import type { Table } from '../../platform/table/table.ts';
import type { StoredCall } from '../model/call.ts';
import { type StoredDecision, toStoredDecision } from '../model/law/dial-decision.ts';
import { mayDial } from '../model/law/may-dial.ts';
import { law, operatorRules } from '../model/law/settings.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { dialsKey } from './keys.ts';

/** The variables of functions that decide. */
export const LAW_VARIABLES = Object.values(law);

const dial = z.object({ call_id: z.string(), at: z.string(), subject: z.optional(z.string()) });

/** When marketing calls to a number were dialed, and how often this was written. */
const dialsOfNumber = z.object({ dials: z._default(z.array(dial), []), changes: z._default(z.int(), 0) });
type DialsOfNumber = z.infer<typeof dialsOfNumber>;

/** Seconds for which dials are stored: more than the longest time over which a law counts. */
const KEPT_SECONDS = 31 * 86_400;

/** Most dials of a number that are stored: more than any law permits in that time. */
const MAX_DIALS = 100;

export interface DialPermission {
  readonly decision: StoredDecision;
  readonly dials: DialsOfNumber;
}

/** What decides about a number besides its call. */
export interface DialFacts {
  readonly consents: readonly StoredConsent[];
  readonly dials: DialsOfNumber;
}

interface Times {
  readonly at: Date;
  readonly now: Date;
}

/** Decides whether a call may be dialed at a time. Undefined if the operator has it decide nothing. */
export async function decideDial(
  table: Table,
  call: CallWithSnapshot,
  times: Times,
): Promise<DialPermission | undefined> {
  const facts = await loadDialFacts(table, call.user_id, call.to_number);
  return facts && { decision: decideOn(call, facts, times), dials: facts.dials };
}

/** Undefined if the operator has the law decide nothing. */
export async function loadDialFacts(
  table: Table,
  userId: string,
  number: string,
): Promise<DialFacts | undefined> {
  if (operatorRules().mode === 'off') return undefined;
  const [consents, item] = await Promise.all([
    loadConsents(table, userId, number),
    readItem(table, dialsKey(userId, number)),
  ]);
  return { consents, dials: dialsOfNumber.parse(item ?? {}) };
}

/** The decision about a call at a time. */
export function decideOn(
  call: CallWithSnapshot,
  { consents, dials }: DialFacts,
  { at, now }: Times,
): StoredDecision {
  const { id, to_number: toNumber, purpose = 'informational', settings } = call;
  const question = {
    purpose: purpose ?? 'informational',
    toNumber,
    location: call.contact_location,
    at,
    subject: call.subject ?? undefined,
    consents,
    dials: dials.dials.filter(({ call_id }) => call_id !== id),
    checkedLists: call.checked_lists ?? {},
    hasDisclosure: Boolean(settings.disclosure),
    operator: operatorRules(),
  };
  return toStoredDecision(mayDial(question), question, now);
}

/** Counts a marketing call as dialed, once. Returns false if another call to the number was counted since. */
export async function countDial(
  table: Table,
  { id: call_id, user_id, to_number, purpose, subject }: StoredCall,
  { dials, changes }: DialsOfNumber,
  now: Date,
): Promise<boolean> {
  if (purpose !== 'marketing') return true;
  const since = new Date(now.getTime() - KEPT_SECONDS * 1000).toISOString();
  const earlier = dials.filter((each) => each.call_id !== call_id && each.at > since);
  const own = { call_id, at: now.toISOString(), ...(subject && { subject }) };
  return updateItem(table, dialsKey(user_id, to_number), {
    set: {
      dials: [...earlier, own].slice(-MAX_DIALS),
      changes: changes + 1,
      expires_at: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
    },
    condition: changes === 0 ? 'attribute_not_exists(changes)' : 'changes = :changes',
    values: changes === 0 ? {} : { ':changes': changes },
  });
}
