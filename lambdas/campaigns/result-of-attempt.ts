import type { StoredCall } from '../calls/model/call.ts';
import { costOf } from '../calls/model/cost.ts';
import { loadCall } from '../calls/store/calls.ts';
import type { Table } from '../platform/table/table.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { PRICES } from '../usage/model/prices.ts';
import { secondsBetween } from '../usage/model/usage.ts';
import { resultOfCall } from './model/next-attempt.ts';
import type { Next } from './model/recipient.ts';
import type { CampaignDependencies } from './run-campaign.ts';

/** Milliseconds after which a call that could not be dialed is tried again. */
const RETRY_MS = 600_000;

/** Finds what came of calls. */
export const resultsIn =
  (table: Table, now: () => Date): CampaignDependencies['resultOf'] =>
  async (campaign, callId) => {
    const call = await loadCall(table, { userId: campaign.user_id, callId });
    if (!call) return 'missing';
    const result = resultOfCall(call, campaign, now());
    if (result === 'not_dialed') return { notDialed: whenUndialed(call, now()) };
    const { start_time: start, end_time: end } = call;
    const seconds = start === undefined ? 0 : secondsBetween(new Date(start), new Date(end ?? start));
    return result && { ...result, seconds, cost: costOf(call, readVariable(PRICES))?.total ?? 0 };
  };

/** A user or the campaign ended it before, there was no room, or the law forbade the call. */
function whenUndialed({ ended_by, error_message, dial_decision }: StoredCall, now: Date): Next {
  if (ended_by === 'api') return { outcome: 'ended', reason: 'A request ended the call.' };
  if (ended_by) return { dueAt: now };
  const retry = new Date(now.getTime() + RETRY_MS);
  const notBefore = dial_decision?.not_before;
  const dueAt = notBefore !== undefined && notBefore > now.toISOString() ? new Date(notBefore) : retry;
  return { dueAt, ...(error_message && { reason: error_message }) };
}
