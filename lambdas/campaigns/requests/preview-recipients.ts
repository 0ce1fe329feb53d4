import { loadDialFacts } from '../../calls/store/dial-permission.ts';
import { loadEntries } from '../../do-not-call/store/entries.ts';
import type { Source } from '../../platform/ids.ts';
import { getItems } from '../../platform/table/get-items.ts';
import type { Table } from '../../platform/table/table.ts';
import { numberOf, waitOf } from '../model/call-time.ts';
import type { Campaign } from '../model/campaign.ts';
import type { Next, StoredRecipient } from '../model/recipient.ts';
import { contactKey } from '../store/keys.ts';
import { gapOf, type LastCaller, lastCaller } from '../store/recipients.ts';
import { type AttemptFacts, decideAttempt, planCampaign } from './place-attempts.ts';

/** Times that are tried for a recipient: the hours of the campaign and of the law fit within as many, or never. */
const MOST_TIMES = 50;
const NEVER = 'The hours of the campaign and those of the law or the operator never fit.';

/** Recipients as their next attempt would find them if the campaign ran from now on. Throws CannotCall. */
export async function previewRecipients(
  table: Table,
  campaign: Campaign,
  recipients: readonly StoredRecipient[],
  source: Source,
): Promise<StoredRecipient[]> {
  const { user_id: userId } = campaign;
  const numbers = [...new Set(recipients.map(numberOf))];
  const [plan, listed, items, facts] = await Promise.all([
    planCampaign(table, campaign, source),
    loadEntries(table, userId, numbers),
    getItems(
      table,
      numbers.map((number) => contactKey(userId, number)),
    ),
    Promise.all(numbers.map(async (number) => [number, await loadDialFacts(table, userId, number)] as const)),
  ]);
  const callers = new Map(items.map((item) => [item.sk, lastCaller.parse(item)]));
  const factsOf = new Map(facts);
  return recipients.map((recipient) => {
    if (recipient.state !== 'waiting') return recipient;
    const number = numberOf(recipient);
    const known = { plan, isListed: listed.has(number), facts: factsOf.get(number) };
    const next = forecast(campaign, recipient, {
      ...{ ...known, last: callers.get(contactKey(userId, number).sk) },
      ...{ now: source.now(), callId: source.newId() },
    });
    const { reason, rule } = next;
    if ('dueAt' in next) return { ...recipient, reason, rule, reconcile_at: next.dueAt.toISOString() };
    return { ...recipient, state: 'done', outcome: next.outcome, reason, rule, reconcile_at: undefined };
  });
}

interface Known extends Omit<AttemptFacts, 'at'> {
  readonly last: LastCaller | undefined;
  readonly now: Date;
  readonly callId: string;
}

/** Goes from time to time as the ticks of the campaign do, until one fits. */
function forecast(
  campaign: Campaign,
  recipient: StoredRecipient,
  { last, now, callId, ...known }: Known,
): Next {
  const dueMs = Date.parse(recipient.reconcile_at ?? '') || 0;
  let due: Extract<Next, { dueAt: Date }> = { dueAt: new Date(Math.max(dueMs, now.getTime())) };
  for (let times = 0; times < MOST_TIMES; times++) {
    const at: Date = due.dueAt;
    const attempt = { call_id: callId, number: numberOf(recipient), at: at.toISOString() };
    const next =
      waitOf(campaign, recipient, at) ??
      gapOf(campaign, last, at) ??
      decideAttempt(campaign, { recipient, attempt }, { ...known, at });
    if ('call' in next) return due;
    if ('outcome' in next) return next;
    due = next.reason === undefined ? { ...due, ...next } : next;
  }
  return { outcome: 'refused', reason: NEVER };
}
