import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { compressedJson, jsonOf } from '../../platform/table/compressed-json.ts';
import { deletionOf, readItem, updateOf } from '../../platform/table/items.ts';
import { tryWrite } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import { type CallSnapshot, callSnapshot, snapshotOf } from '../model/call-snapshot.ts';
import { snapshotKey, snapshotUseKey } from './keys.ts';

const storedSnapshot = z.object({ content: z.instanceof(Uint8Array) });

interface SnapshotKey {
  readonly userId: string;
  readonly snapshotId: string;
}

/** What has a snapshot: a call, a rehearsal or a case of a test. */
interface SnapshotHolder {
  readonly user_id: string;
  readonly id: string;
  /** The id of a snapshot that several share. @default their own */
  readonly snapshot_id?: string | undefined;
}

export const snapshotKeyOf = ({ user_id, id, snapshot_id }: SnapshotHolder): SnapshotKey => ({
  userId: user_id,
  snapshotId: snapshot_id ?? id,
});

/** Stores a snapshot after its call, so that no snapshot lacks a call. Outside the transaction it costs half. */
export async function storeSnapshot(table: Table, call: SnapshotHolder & CallSnapshot): Promise<void> {
  const { Put } = snapshotPut(table, call);
  await tryWrite(() => table.client.send(new PutCommand({ ...Put, ConditionExpression: NEW_ITEM })));
}

export function snapshotPut(table: Table, call: SnapshotHolder & CallSnapshot) {
  const { userId, snapshotId } = snapshotKeyOf(call);
  const Item = { ...snapshotKey(userId, snapshotId), content: compressedJson(snapshotOf(call)) };
  return { Put: { TableName: table.name, Item } };
}

/** The snapshot. Returns undefined if it was deleted with its call, or is not stored yet. */
export async function getSnapshot(
  table: Table,
  { userId, snapshotId }: SnapshotKey,
): Promise<CallSnapshot | undefined> {
  const item = await readItem(table, snapshotKey(userId, snapshotId));
  return item && readSnapshot(item);
}

function readSnapshot(item: Record<string, unknown>): CallSnapshot {
  const { content } = storedSnapshot.parse(item);
  return callSnapshot.parse(jsonOf(content));
}

export async function withSnapshot<C extends SnapshotHolder>(
  table: Table,
  call: C,
): Promise<(C & CallSnapshot) | undefined> {
  const snapshot = await getSnapshot(table, snapshotKeyOf(call));
  return snapshot && { ...call, ...snapshot };
}

/** The write that adds calls to those that share a snapshot, in the transaction that stores them. */
export const useSnapshot = (table: Table, { userId, snapshotId }: SnapshotKey, calls: number): WriteItem =>
  updateOf(table, snapshotUseKey(userId, snapshotId), { add: { calls } });

const use = z.object({ calls: z._default(z.number(), 0) });

/** How a call gives up its snapshot: the last call of a batch deletes it. */
export async function planRelease(table: Table, call: SnapshotHolder): Promise<readonly WriteItem[]> {
  const { userId, snapshotId } = snapshotKeyOf(call);
  const deletion = deletionOf(table, snapshotKey(userId, snapshotId));
  if (call.snapshot_id === undefined) return [deletion];
  const Key = snapshotUseKey(userId, snapshotId);
  const item = await readItem(table, Key);
  const { calls } = use.parse(item ?? {});
  const unchanged = { condition: 'calls = :calls', values: { ':calls': calls } };
  if (calls <= 1) return [deletion, deletionOf(table, Key, unchanged)];
  return [updateOf(table, Key, { add: { calls: -1 }, ...unchanged })];
}

/** Maximum number of snapshots in a container's cache, of at most 200 KB each: those of the latest calls. */
const MAX_CACHED = 50;

const remembered = new Map<string, CallSnapshot>();

/** A cached snapshot of an open call, which does not change until the call ends: see decision 0046. */
export async function rememberedSnapshot(
  table: Table,
  { userId, snapshotId }: SnapshotKey,
): Promise<CallSnapshot | undefined> {
  const key = `${table.name} ${userId} ${snapshotId}`;
  const cachedSnapshot = remembered.get(key);
  if (cachedSnapshot) return cachedSnapshot;
  const snapshot = await getSnapshot(table, { userId, snapshotId });
  if (!snapshot) return undefined;
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= MAX_CACHED) remembered.delete(oldest);
  remembered.set(key, snapshot);
  return snapshot;
}
