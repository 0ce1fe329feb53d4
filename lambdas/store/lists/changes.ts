import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ListKey, listHeadKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { NEW_ITEM, transactIf, type WriteItem } from '../table/write-if.ts';
import { placeIds, takeId } from './blocks.ts';
import { beginCount, requireRoom, roomFor } from './bounds.ts';
import { type BlockEntry, type ListHead, packEntries, readHead } from './head.ts';
import { bytesOf } from './ids.ts';

/** Ids of records that come into a list. */
export interface Addition {
  readonly list: ListKey;
  readonly ids: readonly string[];
}

/** So many ids the head takes before some go to blocks: 2 KB. */
const RECENT_IDS = 128;
/** The newest ids that then stay, so that ids which were made a little earlier by others still find their place there. */
const KEPT_IDS = 64;

/** What is known of the list as a whole. */
export async function loadHead(table: Table, list: ListKey): Promise<ListHead> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: listHeadKey(list), ConsistentRead: true }),
  );
  return readHead(Item);
}

/** What comes into which list, one addition for each. */
export function additionsOf(records: readonly (ListKey & { readonly id: string })[]): Addition[] {
  const lists = Map.groupBy(records, ({ userId, kind }) => `${userId} ${kind}`);
  return [...lists.values()].flatMap(([first, ...others]) =>
    first ? [{ list: first, ids: [first, ...others].map(({ id }) => id) }] : [],
  );
}

/** Nothing was written, since conditions of these writes did not hold. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused';
  readonly writes: readonly WriteItem[];

  constructor(writes: readonly WriteItem[], cause: Error) {
    super('The conditions of some writes did not hold.', { cause });
    this.writes = writes;
  }
}

/**
 * Writes records together with the additions to their lists. Where all new ones are there already, an earlier run of the
 * same request wrote them; throws WritesRefused when some are, or when another condition of `writes` does not hold.
 */
export async function writeToLists(
  table: Table,
  writes: readonly WriteItem[],
  additions: readonly Addition[],
): Promise<void> {
  let mustLook = false;
  await attemptUntil(async () => {
    const plans = await Promise.all(
      additions.map((addition) => (mustLook ? planAddition(table, addition) : [append(table, addition)])),
    );
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

/**
 * The usual addition, which needs no reading; its condition fails where the head is full, an id belongs into a block, or the user
 * may not have so many.
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

/** An addition to the list as it stands now, after the usual one was refused; throws QuotaExceeded. */
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

/** The head, after its ids began to be counted if it is older than that. */
async function countedHead(table: Table, list: ListKey): Promise<ListHead> {
  const head = await loadHead(table, list);
  if (head.isCounted) return head;
  await transactIf(table, [beginCount(table, list, head)]);
  return loadHead(table, list);
}

/** The removal of an id from the list as it stands now. */
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
 * The head, after its older ids went to blocks when it was full. While it is full nothing can be appended, and all
 * other changes count the version, so that no id can come in between.
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

interface HeadChange {
  /** The head as it was read; the change is refused when it is another by then, but for ids that were appended. */
  readonly head: ListHead;
  readonly blocks: readonly BlockEntry[];
  readonly floor?: string | undefined;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** How many ids the whole list gains; negative for what it loses. */
  readonly growth: number;
}

function changeHead(
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

const setOf = (ids: readonly string[]) => new Set(ids.map(bytesOf));
