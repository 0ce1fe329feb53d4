import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type * as z from 'zod/mini';
import { listedCall } from '../../calls/model/call.ts';
import { doNotCallEntry } from '../../do-not-call/model/do-not-call.ts';
import { number } from '../../numbers/model/number.ts';
import { RECORD_SCHEMAS } from '../../records/model/kinds.ts';
import { token } from '../../tokens/model/token.ts';
import { type AuditEntry, type AuditedKind, type ChangeStamp, stampIn, timeOf } from './audit-entry.ts';
import { namesOfChangedFields } from './changed-fields.ts';

export const AUDITED_SCHEMAS: Readonly<Record<AuditedKind, z.ZodMiniType>> = {
  ...RECORD_SCHEMAS,
  call: listedCall,
  do_not_call_entry: doNotCallEntry,
  number,
  token,
};

/** Fields that change by themselves, or whenever the record is used. */
export const IGNORED_FIELDS: Readonly<Partial<Record<AuditedKind, readonly string[]>>> = {
  agent: ['versions'],
  call: ['latency.silence_p50_ms', 'latency.silence_p95_ms'],
  token: ['last_used_at'],
};

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
  /** The stamp of its deletion: a deleted record cannot have one. */
  readonly deletedBy?: ChangeStamp | undefined;
  /** Identifies the change; the same for each repeat. */
  readonly changeId: string;
  readonly at: Date;
}

/** Undefined if no field of the record changed, or the service itself changed a call, which it does all the time. */
export function makeEntry({ record, before, after, ...rest }: AuditedRecordChange): AuditEntry | undefined {
  const { userId, kind, recordId } = record;
  const stamp = after ? newStamp(before, after) : rest.deletedBy;
  if (kind === 'call' && !stamp) return undefined;
  const fields = namesOfChangedFields(AUDITED_SCHEMAS[kind], { before, after }, IGNORED_FIELDS[kind]);
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
