import type { FieldUpdate } from '../../platform/table/field-update.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { StoredCall } from '../model/call.ts';
import {
  type NextNumbers,
  type Transfer,
  type TransferFailure,
  withConnection,
  withFailure,
  withNext,
} from '../model/transfer/transfer.ts';

/** The vendor's status of the call to the other number. */
export interface TransferCall {
  readonly sid: string | undefined;
  readonly status: string;
}

const IN_PROGRESS = { ':in_progress': 'in_progress' };

interface Beginning {
  readonly actionId: string;
  readonly sessionId: string;
  /** Whether a person who picks up is asked first. */
  readonly asks: boolean;
  readonly numbers: NextNumbers;
  readonly now: Date;
  /** When the transfer stops trying further numbers. */
  readonly until: Date;
}

/** Starts a transfer, as failed if it has no number to call. Returns false if it was started before or the call is over. */
export async function startTransfer(
  table: Table,
  call: StoredCall,
  { actionId, sessionId, asks, numbers, now, until }: Beginning,
): Promise<boolean> {
  const { transfer_attempts: earlier = [], connection_id: returning_from } = call;
  const transfer_attempts = withNext(earlier, numbers, { actionId, now });
  const isDialing = numbers.next !== undefined;
  const transfer: Transfer = {
    action_id: actionId,
    session_id: sessionId,
    state: isDialing ? 'dialing' : 'failed',
    ...(asks && { asks }),
    first_attempt: earlier.length,
    attempt: Math.max(transfer_attempts.length - 1, earlier.length),
    until: until.toISOString(),
  };
  const stage = isDialing ? 'transfer_started' : 'picked_up';
  return update(table, call, {
    set: { transfer, transfer_attempts, stage, ...(!isDialing && { returning_from }) },
    condition:
      '#status = :in_progress AND (attribute_not_exists(#transfer) OR #transfer.session_id <> :session)',
    names: { '#transfer': 'transfer' },
    values: { ...IN_PROGRESS, ':session': sessionId },
  });
}

/** Stores a status of the call to the current number. If `connects`, an answer completes the transfer. */
export async function recordTransferCall(
  table: Table,
  call: StoredCall,
  { connects, now, ...report }: TransferCall & { readonly connects: boolean; readonly now: Date },
): Promise<void> {
  await changeAttempt(table, call, {
    set: {
      ...vendorMetadata(call, report),
      ...(connects && { stage: 'transfer_successful', transfer_attempts: withConnection(call, now) }),
    },
    setWithin: { transfer: { call_sid: report.sid } },
  });
}

export async function recordConference(
  table: Table,
  call: StoredCall,
  { sid, now }: { readonly sid: string; readonly now: Date },
): Promise<void> {
  const transfer_attempts = withConnection(call, now);
  const set = { conference_sid: sid, stage: 'transfer_successful', transfer_attempts };
  await changeAttempt(table, call, { set });
}

/** Stores that the person accepted the call. Returns false if the attempt is over, or its outcome was stored before. */
export async function acceptTransfer(
  table: Table,
  call: StoredCall,
  { sid, now }: { readonly sid: string | undefined; readonly now: Date },
): Promise<boolean> {
  if (call.transfer?.verdict !== undefined) return false;
  return changeAttempt(table, call, {
    set: { stage: 'transfer_successful', transfer_attempts: withConnection(call, now) },
    setWithin: { transfer: { verdict: 'accepted', ...(sid !== undefined && { call_sid: sid }) } },
  });
}

/** Stores why the current attempt will fail. Returns false if it is over, or its outcome was stored before. */
export async function judgeTransfer(
  table: Table,
  call: StoredCall,
  verdict: TransferFailure,
): Promise<boolean> {
  if (call.transfer?.verdict !== undefined) return false;
  return changeAttempt(table, call, { setWithin: { transfer: { verdict } } });
}

type Outcome = TransferCall & { readonly now: Date } & (
    | { readonly outcome: 'done' }
    | { readonly outcome: 'failed'; readonly reason: TransferFailure; readonly numbers: NextNumbers }
  );

/** Ends the current attempt. Returns false if it changed since the call was read, or the call is over. */
export async function endAttempt(table: Table, call: StoredCall, ended: Outcome): Promise<boolean> {
  const { transfer, connection_id: returning_from } = call;
  if (transfer?.state !== 'dialing') return false;
  const { now, sid } = ended;
  if (ended.outcome === 'done') {
    return changeAttempt(table, call, {
      set: {
        ...vendorMetadata(call, ended),
        stage: 'transfer_successful',
        transfer_attempts: withConnection(call, now),
      },
      setWithin: { transfer: { state: 'done', ...(sid !== undefined && { call_sid: sid }) } },
    });
  }
  const { reason, numbers } = ended;
  const about = { actionId: transfer.action_id, now };
  const transfer_attempts = withNext(withFailure(call, { reason, now }), numbers, about);
  const { verdict: _, call_sid: __, ...rest } = transfer;
  const isDialing = numbers.next !== undefined;
  const next: Transfer = {
    ...rest,
    attempt: Math.max(transfer_attempts.length - 1, 0),
    state: isDialing ? 'dialing' : 'failed',
  };
  const stage = isDialing ? 'transfer_started' : 'picked_up';
  return changeAttempt(table, call, {
    set: {
      ...vendorMetadata(call, ended),
      transfer: next,
      transfer_attempts,
      stage,
      ...(!isDialing && { returning_from }),
    },
  });
}

/** Stores that the caller or callee hung up before anybody accepted the call; later statuses are ignored. */
export async function abandonTransfer(table: Table, call: StoredCall, now: Date): Promise<void> {
  await changeAttempt(table, call, {
    set: { transfer_attempts: withFailure(call, { reason: 'caller_hung_up', now }) },
    setWithin: { transfer: { state: 'failed' } },
  });
}

/** Stores the whisper of the current transfer, unless one is stored or the call is over. */
export async function keepWhisper(table: Table, call: StoredCall, text: string): Promise<boolean> {
  const { transfer } = call;
  if (transfer === undefined) return false;
  const { session_id } = transfer;
  return update(table, call, {
    set: { whisper: { session_id, text } },
    condition:
      '#status = :in_progress AND #transfer.session_id = :session AND (attribute_not_exists(whisper) OR whisper.session_id <> :session)',
    names: { '#transfer': 'transfer' },
    values: { ...IN_PROGRESS, ':session': session_id },
  });
}

function vendorMetadata({ telephony_metadata, telephony_id }: StoredCall, { sid, status }: TransferCall) {
  const metadata = telephony_metadata ?? { call_sid: telephony_id ?? '' };
  return {
    telephony_metadata: { ...metadata, ...(sid && { transfer_call_sid: sid }), transfer_call_status: status },
  };
}

/** The condition that the transfer's attempt is unchanged since it was read. */
export function whileDialing({ session_id, attempt, verdict }: Transfer) {
  return {
    condition: [
      '#status = :in_progress AND #transfer.session_id = :session AND #transfer.#state = :dialing',
      attempt === undefined ? 'attribute_not_exists(#transfer.attempt)' : '#transfer.attempt = :attempt',
      verdict === undefined ? 'attribute_not_exists(#transfer.verdict)' : '#transfer.verdict = :verdict',
    ].join(' AND '),
    names: { '#transfer': 'transfer', '#state': 'state' },
    values: {
      ...IN_PROGRESS,
      ':session': session_id,
      ':dialing': 'dialing',
      ...(attempt !== undefined && { ':attempt': attempt }),
      ...(verdict !== undefined && { ':verdict': verdict }),
    },
  };
}

/** Changes a call whose transfer's attempt is as it was read. Returns false if it changed, or none is under way. */
async function changeAttempt(table: Table, call: StoredCall, fields: FieldUpdate): Promise<boolean> {
  const { transfer } = call;
  if (transfer?.state !== 'dialing') return false;
  return update(table, call, { ...fields, ...whileDialing(transfer) });
}

/** In a transaction of one: after a lost answer the client repeats it, and DynamoDB recognizes the repeat. */
const update = (table: Table, { user_id, id }: StoredCall, fields: FieldUpdate): Promise<boolean> =>
  tryTransact(table, [updateOf(table, recordKey(user_id, 'call', id), fields)]);
