import { beginningWith, queryPages, updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import type { Kind, RecordKey } from '../model/kind.ts';
import { type Addition, WritesRefused, writeToLists } from './lists/write-to-lists.ts';

export interface TargetWrite {
  readonly target: RecordKey;
  readonly write: WriteItem;
}

/** A change of `referred_to`, the number of records that refer to one: see decision 0010. */
export interface CountChange extends TargetWrite {
  readonly difference: number;
}

export interface UserReference {
  readonly userId: string;
  readonly target: RecordKey;
}

export function countChange(
  table: Table,
  { userId, target }: UserReference,
  difference: number,
): CountChange {
  const write = updateOf(table, recordKey(userId, target.kind.name, target.id), {
    add: { referred_to: difference },
    condition: 'attribute_exists(pk)',
  });
  return { target, write, difference };
}

export interface CountedWrites {
  readonly writes: readonly WriteItem[];
  readonly counts: readonly TargetWrite[];
  readonly additions: readonly Addition[];
}

/** Writes like writeToLists. Throws MissingTargets if no other condition failed. */
export async function writeCounted(
  table: Table,
  { writes, counts, additions }: CountedWrites,
): Promise<boolean> {
  try {
    return await writeToLists(table, [...writes, ...counts.map(({ write }) => write)], additions);
  } catch (error) {
    if (!(error instanceof WritesRefused)) throw error;
    const missing = counts.filter(({ write }) => error.writes.includes(write));
    if (missing.length < error.writes.length) throw error;
    throw new MissingTargets(
      missing.map(({ target }) => target),
      error,
    );
  }
}

/** Records to which a write would refer do not exist. */
export class MissingTargets extends Error {
  override readonly name = 'MissingTargets';
  readonly targets: readonly RecordKey[];

  constructor(targets: readonly RecordKey[], cause?: Error) {
    super('The referenced records do not exist.', { cause });
    this.targets = targets;
  }
}

interface Referrers {
  readonly target: RecordKey;
  /** All kinds whose records may refer to the target. */
  readonly kinds: readonly Kind[];
  readonly limit: number;
}

/** At most `limit` records of these kinds that refer to a record. Reads all of them; only a refused deletion needs it. */
export async function findReferrers(
  table: Table,
  userId: string,
  { target, kinds, limit }: Referrers,
): Promise<RecordKey[]> {
  const found: RecordKey[] = [];
  for (const kind of kinds) {
    const names = fieldsTo(kind, target.kind);
    if (names.length === 0) continue;
    const pages = queryPages(table, {
      ...beginningWith(recordKey(userId, kind.name, ''), { ':id': target.id }),
      // A text contains itself, and a list its elements.
      FilterExpression: names.map((_, index) => `contains(#f${index}, :id)`).join(' OR '),
      ProjectionExpression: 'id',
      ExpressionAttributeNames: Object.fromEntries(names.map((field, index) => [`#f${index}`, field])),
    });
    for await (const items of pages) {
      found.push(...items.map(({ id }) => ({ kind, id: String(id) })));
      if (found.length >= limit) return found.slice(0, limit);
    }
  }
  return found;
}

const fieldsTo = ({ references = {} }: Kind, target: Kind): string[] =>
  Object.keys(references).filter((field) => references[field] === target);
