import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ListKey, listHeadKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { NEW_ITEM, transactIf, type WriteItem } from '../table/write-if.ts';
import { placeIds, takeId } from './blocks.ts';
import { beginCount, requireRoom, roomFor } from './bounds.ts';
import { type BlockEntry, type ListHead, packEntries, readHead } from './head.ts';
import { bytesOf, setOf } from './ids.ts';
import { hasNewIds, loadHeadWithNew } from './new-ids.ts';

/** New ids of a list. */
export interface Addition {
  readonly list: ListKey;
  readonly ids: readonly string[];
}

/** Ids that the head holds before some of them move to blocks: 2 KB. */
const RECENT_IDS = 128;
/** The number of newest ids that stay in the head, so that slightly older ids of other writers still fit there. */
const KEPT_IDS = 64;

/** Loads the head of a list. */
export async function loadHead(table: Table, list: ListKey): Promise<ListHead> {
  if (hasNewIds(list)) return (await loadHeadWithNew(table, list)).head;
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: listHeadKey(list), ConsistentRead: true }),
  );
  return readHead(Item);
}

/** Groups new records by list. Versions are found by their agent and are in no list. */
export function additionsOf(records: readonly (ListKey & { readonly id: string })[]): Addition[] {
  const listed = records.filter(({ kind }) => kind !== 'agent_version');
  const lists = Map.groupBy(listed, ({ userId, kind }) => `${userId} ${kind}`);
  return [...lists.values()].flatMap(([first, ...others]) =>
    first ? [{ list: first, ids: [first, ...others].map(({ id }) => id) }] : [],
  );
}

/** Nothing was written: the conditions of these writes did not hold. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused';
  readonly writes: readonly WriteItem[];

  constructor(writes: readonly WriteItem[], cause: Error) {
    super('The conditions of some writes did not hold.', { cause });
    this.writes = writes;
  }
}

/**
 * Writes records and adds them to their lists. If all new records exist already, an earlier run of the same request
 * wrote them. Writes from a function may differ in each attempt. Throws WritesRefused if only some exist, or if another condition of `writes` does not hold.
 */
export async function writeToLists(
  table: Table,
  given: readonly WriteItem[] | (() => readonly WriteItem[]),
  additions: readonly Addition[],
): Promise<void> {
  let mustLook = false;
  await attemptUntil(async () => {
    const writes = typeof given === 'function' ? given() : given;
    const plans = await Promise.all(additions.map((addition) => planned(table, addition, mustLook)));
    const written = await transactIf(table, [...writes, ...plans.flat()]);
    if (written.outcome === 'done') return true;
    if (written.outcome === 'busy') return undefined;
    const refused = writes.filter((_, index) => written.failedConditions[index]);
    const isNew = ({ Put }: WriteItem) => Put?.ConditionExpression === NEW_ITEM;
    const known = refused.filter(isNew).length;
    if (known > 0 && known === writes.filter(isNew).length) return true;
    if (refused.length > 0) throw new WritesRefused(refused, written.error);
    mustLook = true;
    return undefined;
  });
}

const planned = (table: Table, addition: Addition, mustLook: boolean) =>
  mustLook ? planAddition(table, addition) : [append(table, addition)];

/**
 * The usual addition, without a read. Its condition fails if the head is full, an id belongs in a block, or the list's
 * limit is reached.
 */
function append(table: Table, { list, ids }: Addition): WriteItem {
  const [lowest = ''] = [...ids].sort();
  const room = roomFor(table, list, ids.length);
  return {
    Update: {
      TableName: table.name,
      Key: listHeadKey(list),
      UpdateExpression: 'ADD recent :ids, ids_count :more',
      ConditionExpression: `(attribute_not_exists(pk) OR attribute_exists(ids_count)) AND (attribute_not_exists(recent) OR size(recent) < :most) AND (attribute_not_exists(floor) OR floor < :lowest)${room.condition}`,
      ExpressionAttributeValues: {
        ':ids': setOf(ids),
        ':more': ids.length,
        ':most': RECENT_IDS,
        ':lowest': bytesOf(lowest),
        ...room.values,
      },
    },
  };
}

/** An addition to the current state of the list, after the usual one was refused. Throws QuotaExceeded. */
async function planAddition(table: Table, addition: Addition): Promise<readonly WriteItem[]> {
  const { list, ids } = addition;
  const current = await countedHead(table, list);
  requireRoom(table, list, { head: current, more: ids.length });
  const head = await headWithRoom(table, list, current);
  const late = ids.filter((id) => isInBlocks(head, id));
  if (late.length === 0) return [append(table, addition)];
  const { blocks, writes } = await placeIds(table, list, { head, ids: late });
  const add = ids.filter((id) => !late.includes(id));
  return [changeHead(table, list, { head, blocks, add, growth: ids.length }), ...writes];
}

/** The head; counting starts if the list was created before lists were counted. */
async function countedHead(table: Table, list: ListKey): Promise<ListHead> {
  const head = await loadHead(table, list);
  if (head.isCounted) return head;
  await transactIf(table, [beginCount(table, list, head)]);
  return loadHead(table, list);
}

/** The removal of an id from the current state of the list. */
export async function planRemoval(table: Table, list: ListKey, id: string): Promise<readonly WriteItem[]> {
  const head = await countedHead(table, list);
  if (!isInBlocks(head, id)) {
    const growth = head.recent.includes(id) ? -1 : 0;
    return [changeHead(table, list, { head, blocks: head.blocks, remove: [id], growth })];
  }
  const taken = await takeId(table, list, { head, id });
  const { blocks, writes } = taken ?? { blocks: head.blocks, writes: [] };
  return [changeHead(table, list, { head, blocks, growth: taken ? -1 : 0 }), ...writes];
}

/**
 * The head, after its older ids moved to blocks if it was full. A full head accepts no additions, and every other
 * change increases the version, so no id can come in between.
 */
async function headWithRoom(table: Table, list: ListKey, head: ListHead): Promise<ListHead> {
  if (head.recent.length < RECENT_IDS) return head;
  const older = head.recent.slice(0, -KEPT_IDS);
  const { blocks, writes } = await placeIds(table, list, { head, ids: older });
  const floor = older.at(-1);
  const change = { head, blocks, remove: older, floor, growth: 0 };
  await transactIf(table, [changeHead(table, list, change), ...writes]);
  return loadHead(table, list);
}

const isInBlocks = ({ floor }: ListHead, id: string) => floor !== undefined && id <= floor;

/** A change of a list's head. */
export interface HeadChange {
  /** The head as it was read. The change is refused if it changed since, except for additions. */
  readonly head: ListHead;
  readonly blocks: readonly BlockEntry[];
  readonly floor?: string | undefined;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** Change of the number of ids in the list. */
  readonly growth: number;
}

/** The write that changes a list's head. */
export function changeHead(
  table: Table,
  list: ListKey,
  { head, blocks, floor, add = [], remove = [], growth }: HeadChange,
): WriteItem {
  const room = roomFor(table, list, growth);
  const values = {
    ...(blocks.length > 0 && { ':blocks': packEntries(blocks) }),
    ...(floor !== undefined && { ':floor': bytesOf(floor) }),
    ...(add.length > 0 && { ':add': setOf(add) }),
    ...(remove.length > 0 && { ':remove': setOf(remove) }),
  };
  const assignments = ['version = :next', ':blocks' in values && 'block_entries = :blocks'].concat(
    ':floor' in values && 'floor = :floor',
  );
  const clauses = [
    `SET ${assignments.filter(Boolean).join(', ')}`,
    blocks.length === 0 && 'REMOVE block_entries',
    `ADD ids_count :growth${add.length > 0 ? ', recent :add' : ''}`,
    remove.length > 0 && 'DELETE recent :remove',
  ];
  const asRead = head.version === 0 ? 'attribute_not_exists(version)' : 'version = :version';
  return {
    Update: {
      TableName: table.name,
      Key: listHeadKey(list),
      UpdateExpression: clauses.filter(Boolean).join(' '),
      ConditionExpression: `${asRead}${head.isCounted ? ' AND (attribute_not_exists(pk) OR attribute_exists(ids_count))' : ' AND attribute_exists(ids_count)'}${room.condition}`,
      ExpressionAttributeValues: {
        ...values,
        ':growth': growth,
        ':next': head.version + 1,
        ...(head.version > 0 && { ':version': head.version }),
        ...room.values,
      },
    },
  };
}
