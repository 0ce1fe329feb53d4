import { newId } from '../../platform/ids.ts';
import type { Key } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import { deletionNoteKey } from '../keys.ts';
import { type ChangeStamp, stampIn, timeOf } from '../model/change-stamp.ts';
import { scanRange } from './lists/take-page.ts';

/** Seconds for which the note of a deletion is kept: longer than the stream and its retries. */
const NOTE_KEPT_SECONDS = 7 * 86_400;

/** The field that says who wrote a record. The service's own writes keep an earlier stamp. */
export const stampOf = ({ actor }: Table): { readonly changed_by?: ChangeStamp } =>
  actor ? { changed_by: { id: newId(), ...actor } } : {};

/** The note of who deletes an audited record, for the transaction of the deletion. */
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
  const notes = scanRange(table, {
    keyOf: (id) => deletionNoteKey(key, id),
    range: { from: time, until: time },
    slackMs: SLACK_MS,
    descending: false,
    where: [],
    mayLag: false,
    parse: stampIn,
  });
  const { value } = await notes.next();
  const stamps = (value?.items ?? []).flatMap((stamp) => stamp ?? []);
  return stamps.find(({ id }) => id > (lastStamp?.id ?? '')) ?? stamps.at(-1);
}
