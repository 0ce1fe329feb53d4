import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ListKey, listBlockKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { type BlockEntry, blockAttributes, type ListHead, readBlock } from './head.ts';

/** Ids in a block: with its key they stay below the 4 KB that one read unit pays for. */
const BLOCK_IDS = 240;

/** The first block begins with the smallest of all ids, and its entry stays when it is empty: so every id has its block. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** What becomes of a list's blocks: their entries in the head, and the writes of the ones that change. */
export interface BlockChange {
  readonly blocks: readonly BlockEntry[];
  readonly writes: readonly WriteItem[];
}

/** Puts ids into the blocks that they sort into; a block that grows too large is split. */
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

/** Takes an id out of its block; undefined when no block has it. */
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

/** The block that an id sorts into: the last one that began with it or a smaller one. */
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

/** As few parts as are small enough: full ones at the end of the list, where only newer ids follow, else equal ones. */
function split(ids: readonly string[], atEnd: boolean): string[][] {
  const length = atEnd ? BLOCK_IDS : Math.ceil(ids.length / Math.ceil(ids.length / BLOCK_IDS));
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, part) =>
    ids.slice(part * length, (part + 1) * length),
  );
}
