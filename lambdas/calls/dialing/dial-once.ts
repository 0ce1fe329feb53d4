import { withSnapshot } from '../../agents/store/snapshots.ts';
import { logger } from '../../platform/logger.ts';
import { readItem } from '../../platform/table/items.ts';
import { rateLimitKey, recordKey } from '../../platform/table/keys.ts';
import { consumeToken } from '../../platform/table/rate-limit.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { maxOpenCalls } from '../../usage/store/open-calls.ts';
import type { VendorCalls } from '../../vendors/telephony/calls.ts';
import type { StoredCall } from '../model/call.ts';
import { isForbidden, type StoredDecision } from '../model/law/dial-decision.ts';
import { waitsForItsTime } from '../model/schedule.ts';
import { perSecondPerAccount } from '../model/settings.ts';
import { nextReconciliation, undialedReconciliation } from '../reconciliation/next-reconciliation.ts';
import { type CallKey, claimDialing, loadCall, startScheduled, whileRunning } from '../store/calls.ts';
import { countDial, decideDial } from '../store/dial-permission.ts';
import { finishCall } from '../store/finish-call.ts';
import { accountDialRateKey } from '../store/keys.ts';
import { postponeReconciliation } from '../store/overdue.ts';
import { placeCall } from './place-call.ts';

export interface DialDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly random: () => number;
  /** The vendor's API for a call. Returns undefined if the telephony connection of the call was deleted. */
  readonly vendorOf: (call: StoredCall) => Promise<Pick<VendorCalls, 'placeCall'> | undefined>;
}

/** Seconds after its due time at which a call fails if its user still has too many open calls, or its snapshot is missing. */
const PATIENCE_SECONDS = { openCalls: 600, snapshot: 30 };

/** Seconds after which a scheduled call is tried again if its user has too many open calls. */
const FULL_SECONDS = 90;

/** SQS hides a message for at most 12 hours after it was received. */
const LONGEST_WAIT_SECONDS = 11 * 3600;

/** Seconds before its reconciliation by which a waiting call is checked again. */
const MARGIN_SECONDS = 60;

/** Dials a call once if it is due and its account has a token. Returns the seconds for which the message is hidden. */
export async function dialCall(key: CallKey, dependencies: DialDependencies): Promise<number | undefined> {
  const { table, now } = dependencies;
  const call = await loadCall(table, key);
  // A repeated message takes no token of the rate limit; the condition of claimDialing prevents a second call.
  if (call?.status !== 'not_started' || call.dialing_at !== undefined) return undefined;
  if (await isStopped(call, table)) {
    await finishCall(table, key, { transition: 'end', now: now(), endedBy: 'service' });
    return undefined;
  }
  const dueMs = Date.parse(call.scheduled_at ?? call.created_at);
  const ageSeconds = (now().getTime() - dueMs) / 1000;
  if (ageSeconds < 0 && waitsForItsTime(call)) return Math.min(Math.ceil(-ageSeconds), LONGEST_WAIT_SECONDS);
  if (waitsForItsTime(call) && !(await start(call, dependencies)))
    return waitOrFail(call, { ageSeconds, of: 'openCalls', message: tooManyWhenDue() }, dependencies);
  const whole = await withSnapshot(table, call);
  if (!whole) return waitOrFail(call, { ageSeconds, of: 'snapshot', message: BROKEN_OFF }, dependencies);
  const tokenSeconds = await takeDialToken(call, ageSeconds, dependencies);
  if (tokenSeconds > 0) {
    const seconds = Math.ceil(Math.min(tokenSeconds, LONGEST_WAIT_SECONDS));
    await keepFromReconciliation(call, seconds, dependencies);
    return seconds;
  }
  const permission = await decideDial(table, whole, { at: now(), now: now() });
  if (isForbidden(permission?.decision)) return waitForLaw(whole, permission.decision, dependencies);
  const telephony = await dependencies.vendorOf(call);
  // Another call to the number was counted meanwhile, so the decision is made anew.
  if (permission && !(await countDial(table, whole, permission.dials, now()))) return 1;
  const claim = { now: now(), reconcileAt: nextReconciliation(now()), decision: permission?.decision };
  // Refused because the call is over, is being dialed, or its campaign stopped: the next look says which.
  if (!(await claimDialing(table, key, { ...claim, also: whileRunning(table, call) })))
    return call.campaign_id === undefined ? undefined : 1;
  const outcome = await placeCall(whole, { table, now, telephony });
  logger.info('Dialed a call.', { callId: call.id, outcome });
  return undefined;
}

/**
 * Whether the campaign of a call does not run any more. It may stop after this read, so the claim checks it again in its
 * transaction. A call that was claimed before the stop is under way. After the stop, none is claimed: neither one that
 * the stop found and ended, nor one that it missed, because the index lagged or the call was created later.
 */
async function isStopped({ user_id, campaign_id }: StoredCall, table: Table): Promise<boolean> {
  if (campaign_id === undefined) return false;
  return (await readItem(table, recordKey(user_id, 'campaign', campaign_id)))?.status !== 'running';
}

const BROKEN_OFF = 'The request that created this call was interrupted; create the call again.';

/** Counts a due scheduled call among its user's open calls. Returns false if the user has too many. */
const start = (call: StoredCall, { table, now }: DialDependencies) =>
  startScheduled(table, call, { maxOpen: maxOpenCalls(), reconcileAt: nextReconciliation(now()) });

interface Obstacle {
  readonly ageSeconds: number;
  readonly of: keyof typeof PATIENCE_SECONDS;
  /** Why the call fails, in words for its user. */
  readonly message: string;
}

/** Seconds until the next attempt; fails the call if the obstacle has lasted too long. */
async function waitOrFail(
  call: StoredCall,
  { ageSeconds, of, message: errorMessage }: Obstacle,
  { table, now }: DialDependencies,
): Promise<number | undefined> {
  if (ageSeconds < PATIENCE_SECONDS[of]) return of === 'openCalls' ? FULL_SECONDS : ageSeconds < 5 ? 1 : 10;
  const outcome = 'call_did_not_connect';
  const key = { userId: call.user_id, callId: call.id };
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage, outcome });
  return undefined;
}

/** Seconds after its due time until which a call waits for a time at which the law permits it. */
const LAW_PATIENCE_SECONDS = 24 * 3600;

/** Seconds until a call may be dialed; fails it if that is too late, or no wait helps. */
async function waitForLaw(
  call: StoredCall,
  { not_before, reason = '' }: StoredDecision,
  dependencies: DialDependencies,
): Promise<number | undefined> {
  const { table, now } = dependencies;
  const dueMs = Date.parse(call.scheduled_at ?? call.created_at);
  const atMs = not_before === undefined ? Infinity : Date.parse(not_before);
  if (atMs <= dueMs + LAW_PATIENCE_SECONDS * 1000) {
    const seconds = Math.min(Math.ceil((atMs - now().getTime()) / 1000), LONGEST_WAIT_SECONDS);
    await keepFromReconciliation(call, seconds, dependencies);
    return seconds;
  }
  const [key, outcome] = [{ userId: call.user_id, callId: call.id }, 'call_did_not_connect' as const];
  await finishCall(table, key, { transition: 'fail', now: now(), errorMessage: reason, outcome });
  return undefined;
}

/** Postpones the reconciliation of a call that waits in the queue; it would give the call up. */
async function keepFromReconciliation(
  call: StoredCall,
  waitSeconds: number,
  { table, now }: DialDependencies,
): Promise<void> {
  const until = new Date(now().getTime() + waitSeconds * 1000);
  const isLookedAtBefore = Date.parse(call.reconcile_at ?? '') > until.getTime() + MARGIN_SECONDS * 1000;
  if (!isLookedAtBefore) await postponeReconciliation(table, call, undialedReconciliation(until));
}

/** Why a scheduled call failed: its user had too many open calls. */
const tooManyWhenDue = (): string =>
  `You had the maximum of ${maxOpenCalls()} open calls when this call was due (too_many_calls); schedule fewer calls for the same time.`;

/** Seconds of the rate limit that may be used up at once; the vendor queues the calls. */
const WINDOW_SECONDS = 5;

/** The maximum extra wait for a token, as a share of the call's age: 100 receives then last for hours. */
const WAIT_SHARE = 1 / 4;

/** Takes a token of the account's calls per second, or returns seconds to wait. A user's first call needs none. */
async function takeDialToken(
  { user_id: userId, telephony_account_connection: account }: StoredCall,
  ageSeconds: number,
  { table, now, random }: DialDependencies,
): Promise<number> {
  const use = (perSecond: number) => {
    const burst = Math.max(1, perSecond * WINDOW_SECONDS);
    return { limit: { perSecond, burst }, now: now() };
  };
  const isFirst =
    account === null &&
    (await consumeToken(table, rateLimitKey(userId, 'dialing'), use(1 / WINDOW_SECONDS))) === 0;
  const waitMs = await consumeToken(
    table,
    accountDialRateKey(account),
    use(readVariable(perSecondPerAccount)),
  );
  if (isFirst || waitMs <= 0) return 0;
  return waitMs / 1000 + random() * Math.max(2, ageSeconds * WAIT_SHARE);
}
