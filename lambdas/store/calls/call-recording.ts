import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type FieldUpdate, fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { applied } from '../table/write-if.ts';
import { type CallKey, OF_VENDOR_CALL } from './calls.ts';

/** Keeps the vendor's id of a call's recording, which has none yet and was dialled; false when that is not how the call stands. */
export async function recordRecording(
  table: Table,
  name: CallKey,
  { sid, recordingSid }: { readonly sid: string; readonly recordingSid: string },
): Promise<boolean> {
  return update(table, name, {
    set: { recording_sid: recordingSid },
    condition: `attribute_not_exists(recording_sid) AND ${OF_VENDOR_CALL}`,
    values: { ':sid': sid },
  });
}

/** Our copy of the recording was made; false when the call was deleted. */
export async function recordKept(table: Table, name: CallKey, now: Date): Promise<boolean> {
  return update(table, name, {
    set: { recording_available: true, recording_kept_at: now.toISOString() },
    condition: 'attribute_exists(pk)',
  });
}

async function update(table: Table, { userId, callId }: CallKey, fields: FieldUpdate): Promise<boolean> {
  const Key = recordKey(userId, 'call', callId);
  return applied(
    table.client.send(new UpdateCommand({ TableName: table.name, Key, ...fieldUpdate(fields) })),
  );
}
