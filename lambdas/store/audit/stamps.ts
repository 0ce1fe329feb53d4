import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type ChangeStamp, timeOf } from '../../domain/audit/audit-entry.ts';
import { stampIn } from '../../domain/audit/entry-of.ts';
import { newId } from '../../runtime/ids.ts';
import { idRange } from '../lists/ids.ts';
import { deletionNoteKey, type Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

/** Seconds for which the note of a deletion is kept: longer than a stream and its retries. */
const NOTE_KEPT_SECONDS = 7 * 86_400;

/** The field that says who writes a record. The service itself stores none, and so keeps an earlier one. */
export const stampOf = ({ actor }: Table): { readonly changed_by?: ChangeStamp } =>
  actor ? { changed_by: { id: newId(), ...actor } } : {};

/** The note that says who deletes an audited record, for the transaction of the deletion. */
export function deletionNote(table: Table, key: Key): WriteItem[] {
  const { changed_by } = stampOf(table);
  if (!changed_by) return [];
  const expires_at = Math.floor(timeOf(changed_by).getTime() / 1000) + NOTE_KEPT_SECONDS;
  const Item = { ...deletionNoteKey(key, changed_by.id), changed_by, expires_at };
  return [{ Put: { TableName: table.name, Item } }];
}

/** Milliseconds by which the clocks of the stream and of a stamp may differ. */
const SLACK_MS = 60_000;

interface Deletion {
  readonly key: Key;
  /** To the second. */
  readonly at: Date;
  /** The last stamp of the record. @default it had none */
  readonly lastStamp: ChangeStamp | undefined;
}

/** The stamp of a deletion: the first after the record's last one. Undefined if the service deleted the record. */
export async function stampOfDeletion(
  table: Table,
  { key, at, lastStamp }: Deletion,
): Promise<ChangeStamp | undefined> {
  const time = at.toISOString();
  const [lowest, highest] = idRange({ from: time, until: time }, SLACK_MS);
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lowest AND :highest',
      ExpressionAttributeValues: {
        ':pk': key.pk,
        ':lowest': deletionNoteKey(key, lowest).sk,
        ':highest': deletionNoteKey(key, highest).sk,
      },
      ConsistentRead: true,
    }),
  );
  const stamps = Items.flatMap((item) => stampIn(item) ?? []);
  return stamps.find(({ id }) => id > (lastStamp?.id ?? '')) ?? stamps.at(-1);
}
