import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 } from 'uuid';
import type * as z from 'zod/mini';
import { isObject } from '../../platform/parse-json.ts';
import { objectsOf } from '../../platform/schemas/schema-parts.ts';
import { type ChangeStamp, stampIn, timeOf } from '../../records/model/change-stamp.ts';
import type { AuditEntry, AuditedKind } from './audit-entry.ts';

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

interface Sides {
  readonly before: unknown;
  readonly after: unknown;
}

/** Names of changed fields; nested fields have dotted paths. */
interface ChangedFields {
  /** Fields whose value was changed or cleared. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Fields of every record that say nothing about a change. */
const OWN = ['id', 'user_id'];

const MAX_NAMES = 100;

/** Names of changed fields, from the schema alone, so that none contains a user's text; null counts as no value. */
export function namesOfChangedFields(
  schema: z.core.$ZodType,
  sides: Sides,
  ignored: readonly string[] = [],
): ChangedFields {
  const changed = [...leavesOf([schema], sides, '')].filter(
    ({ name, before, after }) => ![...OWN, ...ignored].includes(name) && !isDeepStrictEqual(before, after),
  );
  const namesWith = (side: keyof Sides) =>
    changed.filter((leaf) => hasValue(leaf[side])).map(({ name }) => name);
  return {
    before: namesWith('before').slice(0, MAX_NAMES),
    after: namesWith('after').slice(0, MAX_NAMES),
  };
}

interface Leaf extends Sides {
  readonly name: string;
}

function* leavesOf(
  schemas: readonly z.core.$ZodType[],
  { before, after }: Sides,
  name: string,
): Generator<Leaf> {
  const fields = fieldsOf(schemas);
  if (fields.size === 0 || [before, after].some((value) => hasValue(value) && !isObject(value))) {
    yield { name, before: before ?? undefined, after: after ?? undefined };
    return;
  }
  for (const [field, alternatives] of fields) {
    const sides = { before: fieldOf(before, field), after: fieldOf(after, field) };
    yield* leavesOf(alternatives, sides, name === '' ? field : `${name}.${field}`);
  }
}

function fieldsOf(schemas: readonly z.core.$ZodType[]): ReadonlyMap<string, readonly z.core.$ZodType[]> {
  const fields = new Map<string, readonly z.core.$ZodType[]>();
  for (const object of schemas.flatMap(objectsOf)) {
    for (const [name, schema] of Object.entries(object.def.shape))
      fields.set(name, [...(fields.get(name) ?? []), schema]);
  }
  return fields;
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
