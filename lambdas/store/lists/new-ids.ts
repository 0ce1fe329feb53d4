import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { COUNTS_PREFIX, type ListKey, listHeadKey, listTailKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { type ListHead, readHead } from './head.ts';
import { unpacked } from './ids.ts';

/**
 * Whether new ids of a list are in the shards of its user's counters until they are folded into blocks, so that additions
 * never meet at its head: see decision 0047. Such a list has no limit, because its additions have no condition.
 */
export const hasNewIds = ({ kind }: ListKey): boolean => kind === 'call';

/** A shard of a user's counters. */
export interface Shard {
  /** Its number, from 0. */
  readonly shard: number;
  /** New ids of the list, in ascending order. */
  readonly ids: readonly string[];
  readonly item: Readonly<Record<string, unknown>>;
}

/** The head of such a list, and the shards with its new ids. */
export interface HeadWithNew {
  readonly head: ListHead;
  readonly shards: readonly Shard[];
}

/** The write that closes a change of the head: a reader sees both versions, with the new ids between them. */
export const tailPut = (table: Table, list: ListKey, version: number): WriteItem => ({
  Put: { TableName: table.name, Item: { ...listTailKey(list), version } },
});

/** Loads the head with the new ids, which sort between head and tail, in one request. */
export function loadHeadWithNew(table: Table, list: ListKey): Promise<HeadWithNew> {
  return attemptUntil(async () => {
    const items = await itemsBetween(table, list);
    const [headKey, tailKey] = [listHeadKey(list).sk, listTailKey(list).sk];
    const stored = readHead(items.find(({ sk }) => sk === headKey));
    const tail = tailVersion.parse(items.find(({ sk }) => sk === tailKey) ?? {});
    if (tail.version !== stored.version) return undefined;
    const shards = items.filter(({ sk }) => sk !== headKey && sk !== tailKey).map(readShard);
    const ids = shards.flatMap((shard) => shard.ids).sort();
    const { floor } = stored;
    const isLate = (id: string) => floor !== undefined && id <= floor;
    const head = { ...stored, recent: ids.filter((id) => !isLate(id)), late: ids.filter(isLate) };
    return { head, shards };
  });
}

const tailVersion = z.object({ version: z._default(z.number(), 0) });

const newIds = z.object({ new_ids: z._default(z.set(z.instanceof(Uint8Array)), new Set()) });

const readShard = (item: Record<string, unknown>): Shard => ({
  shard: Number(String(item.sk).slice(COUNTS_PREFIX.length)),
  ids: [...newIds.parse(item).new_ids].flatMap(unpacked).sort(),
  item,
});

async function itemsBetween(table: Table, list: ListKey): Promise<Record<string, unknown>[]> {
  const [head, tail] = [listHeadKey(list), listTailKey(list)];
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :head AND :tail',
        ExpressionAttributeValues: { ':pk': head.pk, ':head': head.sk, ':tail': tail.sk },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start);
  return items;
}
