import type { StoredCall } from '../domain/calls/call.ts';
import { fitsInStorage } from '../domain/calls/call-size.ts';
import { phoneNumber } from '../domain/fields.ts';
import { QuotaExceeded } from '../domain/quotas/quota-exceeded.ts';
import type { QuotaName } from '../domain/quotas/quotas.ts';
import type { StoredNumber } from '../domain/records/number.ts';
import { nextReconciliation } from '../reconciliation/times.ts';
import type { NewId } from '../runtime/ids.ts';
import { logger } from '../runtime/logger.ts';
import { takeSnapshot } from '../store/calls/call-snapshot.ts';
import { findInboundCall, storeInboundCall } from '../store/calls/inbound-calls.ts';
import { quotaInTheWay } from '../store/quotas/call-allowance.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { withContext } from './fetch-context.ts';

/** Dependencies of receiving a call. */
export interface ReceiveDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly newId: NewId;
}

/** The vendor's data of an inbound call. */
export interface IncomingCall {
  readonly sid: string;
  /** The caller's number as the vendor reports it; undefined or invalid if it is withheld. */
  readonly from: string | undefined;
}

/** Stores an inbound call, once for each call of the vendor. Returns undefined if the number takes no calls. */
export async function receiveCall(
  number: StoredNumber,
  { sid, from }: IncomingCall,
  { table, now, newId }: ReceiveDependencies,
): Promise<StoredCall | undefined> {
  const { user_id, inbound_agent, telephony_account_connection } = number;
  const known = await findInboundCall(table, user_id, sid);
  if (known) return known;
  if (!number.active || number.outbound_only || inbound_agent === null) return undefined;
  const agent = await getRecord(table, user_id, 'agent', inbound_agent);
  if (!agent) return undefined;
  const begun = now();
  const call: StoredCall = {
    ...(await takeSnapshot(table, agent)),
    id: newId(),
    user_id,
    from_number: phoneNumber.safeParse(from).data ?? 'anonymous',
    to_number: number.number,
    status: 'in_progress',
    stage: 'picked_up',
    direction: 'inbound',
    recording_available: false,
    on_no_human_answer: 'continue',
    hipaa_compliant: false,
    telephony_provider: number.telephony_provider,
    telephony_account_connection,
    telephony_id: sid,
    telephony_metadata: { call_sid: sid, call_status: 'in-progress' },
    created_at: begun.toISOString(),
    start_time: begun.toISOString(),
    settle_at: nextReconciliation(begun).toISOString(),
  };
  if (!fitsInStorage(call)) {
    logger.warn('An agent is too large for a call.', { agentId: agent.id });
    return undefined;
  }
  const met = await quotaInTheWay(table, call, begun);
  if (met) return refuseFor(met.quota, number);
  return storeInboundCall(table, await withContext(call), sid).catch((error: unknown) => {
    if (error instanceof QuotaExceeded) return refuseFor(error.quota, number);
    throw error;
  });
}

function refuseFor(quota: QuotaName, { id }: StoredNumber): undefined {
  logger.warn("A call was refused: a quota of the number's owner is used up.", { numberId: id, quota });
}
