import * as z from 'zod/mini';
import { bytesOf, packed, unpacked } from './ids.ts';

/** A block of a list: its first id, which is its key, and its current number of ids. */
export interface BlockEntry {
  readonly first: string;
  readonly count: number;
}

/**
 * The head of a list. It holds the newest ids; those up to `floor` are in blocks. `version` increases with every change
 * except additions.
 */
export interface ListHead {
  readonly version: number;
  /** The highest id in the blocks; undefined if there were never any. */
  readonly floor: string | undefined;
  readonly blocks: readonly BlockEntry[];
  /** In ascending order, as in blocks. */
  readonly recent: readonly string[];
  /** Ids up to the floor that are not in their blocks yet, in ascending order: see new-ids.ts. */
  readonly late: readonly string[];
  /**
   * Whether the item stores the number of its ids. Lists do so once they were created or changed by a release that
   * limits lists.
   */
  readonly isCounted: boolean;
}

/** The head of a list that never had an id. */
export const EMPTY_HEAD: ListHead = {
  version: 0,
  floor: undefined,
  blocks: [],
  recent: [],
  late: [],
  isCounted: true,
};

/** The number of ids in the list. */
export const totalOf = ({ blocks, recent, late }: ListHead): number =>
  blocks.reduce((sum, { count }) => sum + count, recent.length + late.length);

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

/** Parses the head from its item. */
export function readHead(item: Record<string, unknown> | undefined): ListHead {
  if (!item) return EMPTY_HEAD;
  const { version, floor, block_entries, recent, ids_count } = storedHead.parse(item);
  return {
    version,
    floor: floor && unpacked(floor)[0],
    blocks: block_entries ? readEntries(block_entries) : [],
    recent: [...(recent ?? [])].flatMap(unpacked).sort(),
    late: [],
    isCounted: ids_count !== undefined,
  };
}

/** Parses a block's ids from its item. */
export function readBlock(item: Record<string, unknown> | undefined): string[] {
  return item ? unpacked(storedBlock.parse(item).ids) : [];
}

/** The attributes of a block's item. */
export const blockAttributes = (ids: readonly string[]) => ({ ids: packed(ids) });

/** Packs the blocks' entries into 18 bytes each, because every change of the head writes all of them. */
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
