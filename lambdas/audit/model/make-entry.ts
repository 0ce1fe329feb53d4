import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type * as z from 'zod/mini';
import { type ChangeStamp, stampIn, timeOf } from '../../records/model/change-stamp.ts';
import type { AuditEntry, AuditedKind } from './audit-entry.ts';
import { namesOfChangedFields } from './changed-fields.ts';

type Item = Readonly<Record<string, unknown>>;

export interface AuditedRecord {
  readonly userId: string;
  readonly kind: AuditedKind;
  readonly recordId: string;
}

export interface AuditedRecordChange {
  readonly record: AuditedRecord;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** The stamp of its deletion, which the deleted record cannot hold. */
  readonly deletedBy?: ChangeStamp | undefined;
  /** Identifies the change; the same for each repeat. */
  readonly changeId: string;
  readonly at: Date;
}

/** The schema that names a record's fields, and the fields that change by themselves or whenever the record is used. */
export interface Audited {
  /** Its name in keys. @default the name of its kind */
  readonly name?: string;
  readonly schema: z.ZodMiniType;
  readonly ignored?: readonly string[];
}

/** Returns undefined if no field of the record changed, or if the service itself changed a call, as it does all the time. */
export function makeEntry(
  { record, before, after, ...rest }: AuditedRecordChange,
  { schema, ignored }: Audited,
): AuditEntry | undefined {
  const { userId, kind, recordId } = record;
  const stamp = after ? newStamp(before, after) : rest.deletedBy;
  if (kind === 'call' && !stamp) return undefined;
  const fields = namesOfChangedFields(schema, { before, after }, ignored);
  const isUpdate = before !== undefined && after !== undefined;
  if (isUpdate && fields.before.length + fields.after.length === 0) return undefined;
  const id = stamp?.id ?? idOf(rest.changeId, rest.at);
  return {
    id,
    user_id: userId,
    at: (stamp ? timeOf(stamp) : rest.at).toISOString(),
    kind,
    record_id: recordId,
    change: isUpdate ? 'updated' : after ? 'created' : 'deleted',
    by: stamp?.by ?? 'service',
    operation: stamp?.operation ?? null,
    token_id: stamp?.token_id ?? null,
    ip_address: stamp?.ip_address ?? null,
    request_id: stamp?.request_id ?? null,
    fields_before: [...fields.before],
    fields_after: [...fields.after],
  };
}

/** The stamp that this write stored. The service writes without a stamp and keeps an earlier one. */
function newStamp(before: Item | undefined, after: Item): ChangeStamp | undefined {
  const stamp = stampIn(after);
  return stamp && stamp.id !== stampIn(before)?.id ? stamp : undefined;
}

const idOf = (changeId: string, at: Date): string =>
  v7({
    msecs: at.getTime(),
    random: createHash('sha256').update(changeId).digest().subarray(0, 16),
  });
