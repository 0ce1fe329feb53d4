import { logger } from '../platform/logger.ts';
import type { FieldUpdate } from '../platform/table/field-update.ts';
import { deleteItem, queryPages } from '../platform/table/items.ts';
import type { Table } from '../platform/table/table.ts';
import { numberOf, waitOf } from './model/call-time.ts';
import type { Campaign, PauseReason } from './model/campaign.ts';
import { capacity, whyToPause } from './model/guards.ts';
import { afterAttempt, type CallResult } from './model/next-attempt.ts';
import type { Attempt, Next, StoredRecipient } from './model/recipient.ts';
import { type CampaignKey, callingIn, progressKey } from './store/keys.ts';
import {
  changeStatus,
  findDue,
  loadCampaign,
  loadProgress,
  type Progress,
  type StatusChange,
  totalsOf,
  updateProgress,
  WrongStatus,
  wakeAt,
} from './store/progress.ts';
import { claimAttempt, loadDue, lookLater, moveOn, readRecipient } from './store/recipients.ts';

/** An attempt whose call is to be created. */
export interface PlannedAttempt {
  readonly recipient: StoredRecipient;
  readonly attempt: Attempt;
}

/** The agent or number of a campaign cannot be used any more. */
export class CannotCall extends Error {
  override readonly name = 'CannotCall';
}

interface CallUse {
  readonly cost: number;
  readonly seconds: number;
}

export interface CampaignDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Creates calls; may be repeated. Returns those that were refused, by their ids. Throws CannotCall. */
  place(campaign: Campaign, planned: readonly PlannedAttempt[]): Promise<ReadonlyMap<string, Next>>;
  /** What came of a call, its cost and length. Undefined: it is not over. `missing`: there is no such call. */
  resultOf(
    campaign: Campaign,
    callId: string,
  ): Promise<'missing' | { readonly notDialed: Next } | (CallResult & CallUse) | undefined>;
}

type EndDependencies = Pick<CampaignDependencies, 'table' | 'now' | 'resultOf'>;

/** Milliseconds after which a campaign is looked at again: each tick, every minute, looks at all that run. */
const NEXT_LOOK_MS = 30_000;

/** Milliseconds after which a call is looked at, if nothing reported its end; then again and again. */
const FIRST_CHECK_MS = 120_000;
const CHECK_MS = 300_000;

/** Most recipients that are considered in a minute: those who may not be called now are moved to their time. */
const MOST_CONSIDERED = 300;
const PAGE = 30;

/** Milliseconds for which the index may lag behind the table. */
const INDEX_LAG_MS = 20_000;

/** Looks at a campaign: ends its attempts, pauses or finishes it, or begins the attempts that are due. */
export async function runCampaign(key: CampaignKey, dependencies: CampaignDependencies): Promise<void> {
  const { table, now } = dependencies;
  const look = wakeAt(new Date(now().getTime() + NEXT_LOOK_MS));
  // Before it is read: whatever wakes the campaign later leaves another time.
  await updateProgress(table, key, { set: look });
  const asWritten = { condition: 'reconcile_at = :at', values: { ':at': look.reconcile_at } };
  const campaign = await loadCampaign(table, key);
  if (!campaign) return forget(table, key, asWritten);
  for (const each of await loadDue(table, key, { state: 'calling', until: now(), limit: 100 }))
    await checkAttempt(key, campaign, each, dependencies);
  const [progress, calling] = await Promise.all([
    loadProgress(table, key),
    findDue(table, callingIn(key), { limit: 101 }),
  ]);
  if (campaign.status !== 'running') {
    const remove = ['open', 'reconcile_at'];
    if (calling.length === 0) await updateProgress(table, key, { remove, ...asWritten });
    return;
  }
  const dialedToday = Number(progress[`dialed_${now().toISOString().slice(0, 10)}`] ?? 0);
  const reason = whyToPause(campaign, { ...progress, dialedToday });
  if (reason) return pause(key, reason, dependencies);
  const room = capacity(campaign, { calling: calling.length, dialedToday });
  const hasBegun = room > 0 && (await callDue(key, campaign, room, dependencies));
  if (calling.length === 0 && !hasBegun) await restOrFinish(key, progress, asWritten, dependencies);
}

/** Pages of items of a deleted campaign that are deleted at once, in a minute. */
const PAGES = 100;

/** Deletes the items of a deleted campaign; those that are left, at the next look. */
async function forget(table: Table, key: CampaignKey, asWritten: FieldUpdate): Promise<void> {
  const { pk, sk: last } = progressKey(key);
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk }, Limit: 100 };
  let pages = 0;
  for await (const page of queryPages(table, { ...query, ProjectionExpression: 'pk, sk' })) {
    const others = page.map(({ sk }) => String(sk)).filter((sk) => sk !== last);
    await Promise.all(others.map((sk) => deleteItem(table, { pk, sk })));
    pages += 1;
    if (pages >= PAGES) return;
  }
  // Last, because it leads the tick to the others.
  await deleteItem(table, { pk, sk: last }, asWritten);
}

async function pause(
  key: CampaignKey,
  reason: PauseReason,
  dependencies: CampaignDependencies,
): Promise<void> {
  await endRun(key, { status: 'paused', paused_because: reason }, dependencies);
  logger.warn('A campaign was paused.', { campaignId: key.campaignId, reason });
}

/** Pauses or finishes a campaign, unless a user changed its status meanwhile. */
async function endRun(
  key: CampaignKey,
  changes: StatusChange['changes'],
  { table, now }: CampaignDependencies,
): Promise<void> {
  await changeStatus(table, key, { from: ['running'], changes, now: now() }).catch((error: unknown) => {
    if (!(error instanceof WrongStatus)) throw error;
  });
}

/** Milliseconds after which a resting campaign is looked at, since the index may have lagged behind. */
const LONGEST_REST_MS = 600_000;

/**
 * Lets a campaign in which nobody is called rest until somebody is due, unless it was woken meanwhile. Finishes it if
 * nobody waits: seen twice, since the index may lag. Counts may be wrong after a crash, so they only delay it.
 */
async function restOrFinish(
  key: CampaignKey,
  progress: Progress,
  asWritten: FieldUpdate,
  dependencies: CampaignDependencies,
): Promise<void> {
  const { empty_since, import: running, recipients, done } = progress;
  if (running?.state === 'running') return;
  const { table, now } = dependencies;
  const states = ['waiting', 'calling'] as const;
  const left = await Promise.all(states.map((state) => loadDue(table, key, { state, limit: 1 })));
  const at = now();
  const [next, called] = left.flat();
  if (called || next?.state === 'calling') return;
  if (next) {
    const dueMs = Date.parse(next.reconcile_at ?? at.toISOString());
    const set = wakeAt(new Date(Math.min(dueMs, at.getTime() + LONGEST_REST_MS)));
    await updateProgress(table, key, { set, ...asWritten });
    return;
  }
  const lagMs = done < recipients ? LONGEST_REST_MS : INDEX_LAG_MS;
  if (empty_since === undefined || at.getTime() - Date.parse(empty_since) < lagMs) {
    await updateProgress(table, key, { set: { empty_since: empty_since ?? at.toISOString() } });
    return;
  }
  const finished_at = at.toISOString();
  await endRun(key, { status: 'finished', finished_at, totals: totalsOf(progress) }, dependencies);
}

/** Begins attempts of recipients who are due and may be called now; moves the others to their time. Returns whether it began any. */
async function callDue(
  key: CampaignKey,
  campaign: Campaign,
  room: number,
  dependencies: CampaignDependencies,
): Promise<boolean> {
  const { table, now } = dependencies;
  const planned: PlannedAttempt[] = [];
  for (let considered = 0; considered < MOST_CONSIDERED; considered += PAGE) {
    const due = await loadDue(table, key, { state: 'waiting', until: now(), limit: PAGE });
    for (const each of due) {
      if (planned.length >= room) break;
      const attempt = await begin(key, campaign, each, dependencies);
      if (attempt) planned.push({ recipient: each, attempt });
    }
    if (due.length === 0 || planned.length >= room) break;
  }
  if (planned.length === 0) return false;
  try {
    const refused = await dependencies.place(campaign, planned);
    for (const { recipient, attempt } of planned) {
      const next = refused.get(attempt.call_id);
      const called = { ...recipient, state: 'calling' as const, attempts: [...recipient.attempts, attempt] };
      if (next) await takeBack(table, key, called, next);
    }
  } catch (error) {
    if (!(error instanceof CannotCall)) throw error;
    logger.warn('The calls of a campaign cannot be created.', { campaignId: key.campaignId, error });
    await pause(key, 'agent', dependencies);
  }
  return true;
}

/** Claims the next attempt of a recipient. Undefined if it must wait, or is done. */
async function begin(
  key: CampaignKey,
  campaign: Campaign,
  recipient: StoredRecipient,
  { table, now, newId }: CampaignDependencies,
): Promise<Attempt | undefined> {
  const at = now();
  const wait = waitOf(campaign, recipient, at);
  if (wait) {
    await moveOn(table, key, recipient, wait);
    return undefined;
  }
  const attempt = { call_id: newId(), number: numberOf(recipient), at: at.toISOString() };
  const checkAt = new Date(at.getTime() + FIRST_CHECK_MS);
  const claimed = await claimAttempt(table, key, recipient, { attempt, campaign, checkAt });
  if (claimed === 'claimed') return attempt;
  if (claimed) {
    const dueAt = new Date(Math.max(claimed.dueAt.getTime(), at.getTime() + NEXT_LOOK_MS));
    await moveOn(table, key, recipient, { ...claimed, dueAt });
  }
  return undefined;
}

/** Ends the attempt of a call that is over. It may be repeated. */
export async function endAttempt(
  key: CampaignKey,
  { number, callId }: { readonly number: string; readonly callId: string },
  dependencies: EndDependencies,
): Promise<void> {
  const [campaign, recipient] = await Promise.all([
    loadCampaign(dependencies.table, key),
    readRecipient(dependencies.table, key, number),
  ]);
  const isCurrent = recipient?.state === 'calling' && recipient.attempts.at(-1)?.call_id === callId;
  if (campaign && isCurrent)
    await checkAttempt(key, campaign, { ...recipient, known_call: callId }, dependencies);
}

/** What counts for a call that a user deleted before its result was known. */
const DELETED = { result: 'failed', isAbandoned: false, cost: 0, seconds: 0 } as const;

async function checkAttempt(
  key: CampaignKey,
  campaign: Campaign,
  recipient: StoredRecipient,
  { table, now, resultOf }: EndDependencies,
): Promise<void> {
  const [last] = recipient.attempts.slice(-1);
  if (!last) return;
  const answer = await resultOf(campaign, last.call_id);
  const isDeleted = answer === 'missing' && recipient.known_call === last.call_id;
  const found = isDeleted ? DELETED : answer;
  // The tick ended before it created the call.
  if (found === 'missing') return takeBack(table, key, recipient, { dueAt: now() });
  if (found === undefined) {
    await lookLater(table, key, recipient, new Date(now().getTime() + CHECK_MS));
    return;
  }
  if ('notDialed' in found) return takeBack(table, key, recipient, found.notDialed);
  const { result, ...next } = afterAttempt(campaign, recipient, found, now());
  const isFailed = found.result === 'failed';
  const day = last.at.slice(0, 10);
  await moveOn(table, key, recipient, next, {
    attempts: [...recipient.attempts.slice(0, -1), { ...last, result }],
    count: {
      set: isFailed ? {} : { failures_in_row: 0 },
      add: {
        [`result_${result}`]: 1,
        cost: found.cost,
        [`cost_${day}`]: found.cost,
        [`seconds_${day}`]: found.seconds,
        ...(isFailed && { failures_in_row: 1 }),
        ...(found.result === 'reached' && { reached: 1 }),
        ...(found.isAbandoned && { abandoned: 1 }),
      },
    },
  });
}

/** Takes an attempt back whose call was not dialed: it does not count. */
function takeBack(table: Table, key: CampaignKey, recipient: StoredRecipient, next: Next): Promise<void> {
  const day = recipient.attempts.at(-1)?.at.slice(0, 10);
  return moveOn(table, key, recipient, next, {
    attempts: recipient.attempts.slice(0, -1),
    count: { add: { dialed: -1, [`dialed_${day}`]: -1 } },
  });
}
