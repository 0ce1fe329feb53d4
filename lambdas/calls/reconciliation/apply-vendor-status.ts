import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { judgeVendorStatus } from '../../vendors/model/call-status.ts';
import type { StoredCall } from '../model/call.ts';
import { isFinal, isVendorCallOf } from '../model/call-state.ts';
import { type CallKey, connectCall, recordVendorCall } from '../store/calls.ts';
import { finishCall } from '../store/finish-call.ts';

export interface VendorStatus {
  readonly sid: string;
  readonly status: string;
  /** Seconds that the call was connected; undefined until it is over. */
  readonly durationSeconds?: number | undefined;
  /** What the telephone network answered; undefined if the vendor does not tell. */
  readonly sipCode?: string | undefined;
}

/** Applies the vendor's status to a call, unless it is old, or of another or an undialed call. */
export async function applyVendorStatus(
  table: Table,
  { call, report, now }: { readonly call: StoredCall; readonly report: VendorStatus; readonly now: Date },
): Promise<void> {
  if (!isVendorCallOf(call, report.sid)) return;
  const key: CallKey = { userId: call.user_id, callId: call.id };
  const vendor = { sid: report.sid, status: report.status };
  const verdict = judgeVendorStatus(report.status, report.sipCode);
  if (verdict.kind === 'pending') {
    // The dialing function may have died before it stored the id; then this is its first report.
    if (call.telephony_id === undefined && !isFinal(call.status)) await recordVendorCall(table, key, vendor);
  } else if (verdict.kind === 'connected') {
    // Nothing has changed, as with most calls that are reconciled.
    if (call.status === 'in_progress') return;
    await connectCall(table, key, { sid: report.sid, now });
  } else if (verdict.kind === 'ended') {
    const connectedSeconds = report.durationSeconds ?? 0;
    const prices = readVariable(PRICES);
    await finishCall(table, key, { transition: 'end', now, vendor, connectedSeconds, prices });
  } else if (verdict.kind === 'failed') {
    const { reason: errorMessage, outcome } = verdict;
    await finishCall(table, key, { transition: 'fail', now, vendor, errorMessage, outcome });
  }
}
