import { type Addition, WritesRefused, writeToLists } from '../lists/changes.ts';
import { updateOf } from '../table/items.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import type { RecordKey } from './kinds.ts';
import { MissingTargets } from './missing-targets.ts';

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
  const write = updateOf(table, recordKey(userId, target.kind, target.id), {
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
