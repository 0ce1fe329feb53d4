import type { StoredCall } from '../../domain/calls/call.ts';
import type { FieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { updateOnce } from '../table/update-once.ts';

/** The vendor's status of the call to the other number. */
export interface TransferCall {
  readonly sid: string | undefined;
  readonly status: string;
}

const IN_PROGRESS = { ':in_progress': 'in_progress' };

/** Starts a transfer. Returns false if it was started before or the call is over. */
export async function startTransfer(
  table: Table,
  call: StoredCall,
  { actionId, sessionId }: { readonly actionId: string; readonly sessionId: string },
): Promise<boolean> {
  const previous = call.transfer?.call_sid;
  const transfer = {
    action_id: actionId,
    session_id: sessionId,
    state: 'dialling',
    ...(previous !== undefined && { previous_call_sid: previous }),
  };
  return update(table, call, {
    set: { transfer, stage: 'transfer_started' },
    condition:
      '#status = :in_progress AND (attribute_not_exists(#transfer) OR #transfer.session_id <> :session)',
    names: { '#transfer': 'transfer' },
    values: { ...IN_PROGRESS, ':session': sessionId },
  });
}

/** Stores a status of the call to the other number. An answer completes the transfer. */
export async function recordTransferCall(table: Table, call: StoredCall, news: TransferCall): Promise<void> {
  const { transfer } = call;
  if (transfer?.state !== 'dialling' || isOfAnother(call, news)) return;
  const isAnswered = news.status === 'in-progress';
  await update(table, call, {
    set: {
      ...told(call, news),
      transfer: { ...transfer, call_sid: news.sid },
      ...(isAnswered && { stage: 'transfer_successful' }),
    },
    ...whileDialling(transfer),
  });
}

/** The conference began: the participant answered. */
export async function recordConference(table: Table, call: StoredCall, sid: string): Promise<void> {
  if (call.transfer?.state !== 'dialling') return;
  const set = { conference_sid: sid, stage: 'transfer_successful' };
  await update(table, call, { set, ...whileDialling(call.transfer) });
}

/** Ends a transfer. Returns false if it was ended before or the call is over. */
export async function endTransfer(
  table: Table,
  call: StoredCall,
  { outcome, ...news }: TransferCall & { readonly outcome: 'done' | 'failed' },
): Promise<boolean> {
  const { transfer, connection_id: returning_from } = call;
  if (transfer?.state !== 'dialling' || isOfAnother(call, news)) return false;
  const ended = {
    ...transfer,
    state: outcome,
    ...(news.sid !== undefined && { call_sid: news.sid }),
  };
  const stage = outcome === 'done' ? 'transfer_successful' : 'picked_up';
  return update(table, call, {
    set: { ...told(call, news), transfer: ended, stage, ...(outcome === 'failed' && { returning_from }) },
    ...whileDialling(transfer),
  });
}

/** The callee hung up before the other number answered; later statuses are ignored. */
export async function abandonTransfer(table: Table, call: StoredCall): Promise<void> {
  const { transfer } = call;
  if (transfer?.state !== 'dialling') return;
  await update(table, call, {
    set: { transfer: { ...transfer, state: 'failed' } },
    ...whileDialling(transfer),
  });
}

/** Whether a status belongs to an earlier transfer. */
function isOfAnother({ transfer }: StoredCall, { sid }: TransferCall): boolean {
  if (sid === undefined) return false;
  return (
    sid === transfer?.previous_call_sid || (transfer?.call_sid !== undefined && transfer.call_sid !== sid)
  );
}

function told({ telephony_metadata, telephony_id }: StoredCall, { sid, status }: TransferCall) {
  const known = telephony_metadata ?? { call_sid: telephony_id ?? '' };
  return {
    telephony_metadata: { ...known, ...(sid && { transfer_call_sid: sid }), transfer_call_status: status },
  };
}

const whileDialling = ({ session_id }: NonNullable<StoredCall['transfer']>) => ({
  condition: '#status = :in_progress AND #transfer.session_id = :session AND #transfer.#state = :dialling',
  names: { '#transfer': 'transfer', '#state': 'state' },
  values: { ...IN_PROGRESS, ':session': session_id, ':dialling': 'dialling' },
});

const update = (table: Table, { user_id, id }: StoredCall, fields: FieldUpdate): Promise<boolean> =>
  updateOnce(table, recordKey(user_id, 'call', id), fields);
