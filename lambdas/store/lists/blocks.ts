import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ListKey, listBlockKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { type BlockEntry, blockAttributes, type ListHead, readBlock } from './head.ts';

/** Ids in a block: with its key, it costs one read unit (4 KB). */
const BLOCK_IDS = 240;

/** The first block begins with the smallest id and is never removed, so every id has a block. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** A change of a list's blocks: their entries in the head, and the writes of changed blocks. */
export interface BlockChange {
  readonly blocks: readonly BlockEntry[];
  readonly writes: readonly WriteItem[];
}

/** Adds ids to their blocks; splits blocks that grow too large. */
export async function placeIds(
  table: Table,
  list: ListKey,
  { head, ids }: { readonly head: ListHead; readonly ids: readonly string[] },
): Promise<BlockChange> {
  const before = head.blocks.length > 0 ? head.blocks : [{ first: NIL, count: 0 }];
  const groups = Map.groupBy(ids, (id) => indexOfBlock(before, id));
  const changed = await Promise.all(
    before.map(async (entry, index) => {
      const added = groups.get(index);
      if (!added) return { entries: [entry], writes: [] };
      const ids = [...new Set([...(await loadBlock(table, list, entry)), ...added])].sort();
      const parts = split(ids, index === before.length - 1);
      const entries = parts.map((part, place) => ({
        first: place === 0 ? entry.first : (part[0] ?? ''),
        count: part.length,
      }));
      return {
        entries,
        writes: parts.map((part, place) => putBlock(table, list, entries[place]?.first ?? '', part)),
      };
    }),
  );
  return {
    blocks: changed.flatMap(({ entries }) => entries),
    writes: changed.flatMap(({ writes }) => writes),
  };
}

/** Removes an id from its block. Returns undefined if no block contains it. */
export async function takeId(
  table: Table,
  list: ListKey,
  { head, id }: { readonly head: ListHead; readonly id: string },
): Promise<BlockChange | undefined> {
  const index = indexOfBlock(head.blocks, id);
  const entry = head.blocks[index];
  const ids = entry ? await loadBlock(table, list, entry) : [];
  if (!entry || !ids.includes(id)) return undefined;
  const rest = ids.filter((other) => other !== id);
  const { first } = entry;
  const stays = rest.length > 0 || first === NIL;
  const blocks = head.blocks.toSpliced(index, 1, ...(stays ? [{ first, count: rest.length }] : []));
  const remove = { Delete: { TableName: table.name, Key: listBlockKey(list, first) } };
  return { blocks, writes: [rest.length > 0 ? putBlock(table, list, first, rest) : remove] };
}

/** The block of an id: the last one whose first id is not larger. */
const indexOfBlock = (blocks: readonly BlockEntry[], id: string) =>
  blocks.findLastIndex(({ first }) => first <= id);

async function loadBlock(table: Table, list: ListKey, { first }: BlockEntry): Promise<string[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: listBlockKey(list, first), ConsistentRead: true }),
  );
  return readBlock(Item);
}

function putBlock(table: Table, list: ListKey, first: string, ids: readonly string[]): WriteItem {
  return { Put: { TableName: table.name, Item: { ...listBlockKey(list, first), ...blockAttributes(ids) } } };
}

/**
 * Splits ids into as few blocks as possible: full ones at the end of the list, where only newer ids follow, otherwise
 * equal ones.
 */
function split(ids: readonly string[], atEnd: boolean): string[][] {
  const length = atEnd ? BLOCK_IDS : Math.ceil(ids.length / Math.ceil(ids.length / BLOCK_IDS));
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, part) =>
    ids.slice(part * length, (part + 1) * length),
  );
}
