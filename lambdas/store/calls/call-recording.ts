import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { changeCounts } from '../quotas/open-calls.ts';
import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { isWritten } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { type CallKey, getCall, OF_VENDOR_CALL } from './calls.ts';

/** Stores the vendor's id of a recording. Returns false if the call has one already or was never dialled. */
export async function recordRecording(
  table: Table,
  key: CallKey,
  { sid, recordingSid }: { readonly sid: string; readonly recordingSid: string },
): Promise<boolean> {
  return update(table, key, {
    set: { recording_sid: recordingSid },
    condition: `attribute_not_exists(recording_sid) AND ${OF_VENDOR_CALL}`,
    values: { ':sid': sid },
  });
}

/** Stores that the recording was copied, and its size. Returns false if the call was deleted. */
export async function recordKept(
  table: Table,
  key: CallKey,
  { bytes, now }: { readonly bytes: number; readonly now: Date },
): Promise<boolean> {
  const kept = fieldUpdate({
    set: { recording_available: true, recording_kept_at: now.toISOString(), recording_bytes: bytes },
    condition: 'attribute_exists(pk) AND recording_available = :false',
    values: { ':false': false },
  });
  const Update = { TableName: table.name, Key: recordKey(key.userId, 'call', key.callId), ...kept };
  const isKept = await isWritten(() => table.client.send(new UpdateCommand(Update)));
  if (isKept) await changeCounts(table, { userId: key.userId, bytes });
  return isKept || (await getCall(table, key))?.recording_available === true;
}

async function update(table: Table, { userId, callId }: CallKey, fields: FieldUpdate): Promise<boolean> {
  const Key = recordKey(userId, 'call', callId);
  return isWritten(() =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key, ...fieldUpdate(fields) })),
  );
}
