import type { CallSnapshot } from '../../domain/records/call-snapshot.ts';
import type { Table } from '../table/table.ts';
import { getSnapshot, type SnapshotKey } from './snapshots.ts';

/** Most snapshots that a container remembers, of at most 200 KB each: those of the calls that it handled last. */
const MAX_REMEMBERED = 50;

/** Snapshots by their table, user and id; the oldest come first. */
const remembered = new Map<string, CallSnapshot>();

/**
 * A snapshot of an open call, in one request or none. It does not change until its call is over: see decision 0046.
 * Returns undefined if it was deleted with its call.
 */
export async function rememberedSnapshot(
  table: Table,
  { userId, snapshotId }: SnapshotKey,
): Promise<CallSnapshot | undefined> {
  const key = `${table.name} ${userId} ${snapshotId}`;
  const known = remembered.get(key);
  if (known) return known;
  const snapshot = await getSnapshot(table, { userId, snapshotId });
  if (!snapshot) return undefined;
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest);
  remembered.set(key, snapshot);
  return snapshot;
}
