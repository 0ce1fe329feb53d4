import * as z from 'zod/mini';
import { bytesOf, packed, unpacked } from './ids.ts';

/** A block of a list: the id it began with, which is its key, and how many ids are in it now. */
export interface BlockEntry {
  readonly first: string;
  readonly count: number;
}

/**
 * What is known of a list as a whole. The newest ids are in the head itself; those up to `floor` are in blocks.
 * `version` counts all changes but the additions of newest ids.
 */
export interface ListHead {
  readonly version: number;
  /** Ids up to and including this one are in blocks; undefined while there were never any. */
  readonly floor: string | undefined;
  readonly blocks: readonly BlockEntry[];
  /** In ascending order, as the ids of blocks are. */
  readonly recent: readonly string[];
  /** Whether the item has the number of its ids, as all have that were made or changed since lists are bounded. */
  readonly isCounted: boolean;
}

/** A list that nothing was ever put in. */
export const EMPTY_HEAD: ListHead = { version: 0, floor: undefined, blocks: [], recent: [], isCounted: true };

/** How many ids the whole list has. */
export const totalOf = ({ blocks, recent }: ListHead): number =>
  blocks.reduce((sum, { count }) => sum + count, recent.length);

const binary = z.instanceof(Uint8Array);

const storedHead = z.object({
  version: z._default(z.number(), 0),
  floor: z.optional(binary),
  block_entries: z.optional(binary),
  recent: z.optional(z.set(binary)),
  ids_count: z.optional(z.number()),
});

const storedBlock = z.object({ ids: binary });

/** Bytes of a block's entry: its id and a count of two bytes. */
const ENTRY_BYTES = 18;

/** The head that an item of the table holds. */
export function readHead(item: Record<string, unknown> | undefined): ListHead {
  if (!item) return EMPTY_HEAD;
  const { version, floor, block_entries, recent, ids_count } = storedHead.parse(item);
  return {
    version,
    floor: floor && unpacked(floor)[0],
    blocks: block_entries ? readEntries(block_entries) : [],
    recent: [...(recent ?? [])].flatMap(unpacked).sort(),
    isCounted: ids_count !== undefined,
  };
}

/** The ids that a block's item holds. */
export function readBlock(item: Record<string, unknown> | undefined): string[] {
  return item ? unpacked(storedBlock.parse(item).ids) : [];
}

/** The attributes of a block's item. */
export const blockAttributes = (ids: readonly string[]) => ({ ids: packed(ids) });

/** The blocks' entries as the head keeps them: 18 bytes each, because every change of the head writes all of them. */
export function packEntries(blocks: readonly BlockEntry[]): Uint8Array {
  const bytes = Buffer.alloc(blocks.length * ENTRY_BYTES);
  for (const [index, { first, count }] of blocks.entries()) {
    bytes.set(bytesOf(first), index * ENTRY_BYTES);
    bytes.writeUInt16BE(count, (index + 1) * ENTRY_BYTES - 2);
  }
  return bytes;
}

function readEntries(bytes: Uint8Array): BlockEntry[] {
  const buffer = Buffer.from(bytes);
  return Array.from({ length: buffer.length / ENTRY_BYTES }, (_, index) => {
    const entry = buffer.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const [first = ''] = unpacked(entry.subarray(0, ENTRY_BYTES - 2));
    return { first, count: entry.readUInt16BE(ENTRY_BYTES - 2) };
  });
}
