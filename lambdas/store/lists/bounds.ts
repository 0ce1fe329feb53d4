import { QuotaExceeded } from '../../domain/quotas/quota-exceeded.ts';
import type { QuotaName } from '../../domain/quotas/quotas.ts';
import { type ListKey, listHeadKey, type RecordKind } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { type ListHead, totalOf } from './head.ts';

/** The quotas on the number of records, by kind. */
export const QUOTA_OF_KIND = {
  account_connection: 'account_connections',
  action: 'actions',
  agent: 'agents',
  prompt: 'prompts',
  prompt_template: 'prompt_templates',
  vector_database: 'vector_databases',
  voice: 'voices',
  webhook: 'webhooks',
} as const satisfies Partial<Record<RecordKind, QuotaName>>;

/** The quota of the list whose head has this sort key. Returns undefined for anything else. */
export const quotaOfHead = (sk: string): QuotaName | undefined =>
  BOUNDED_KINDS.flatMap((kind) => (headKeyOf(kind) === sk ? [QUOTA_OF_KIND[kind]] : []))[0];

/** The kinds of record that have a quota. */
export const BOUNDED_KINDS = [
  'account_connection',
  'action',
  'agent',
  'prompt',
  'prompt_template',
  'vector_database',
  'voice',
  'webhook',
] as const satisfies readonly (keyof typeof QUOTA_OF_KIND)[];

const headKeyOf = (kind: RecordKind) => listHeadKey({ userId: '', kind }).sk;

/** The sort keys of their list heads. */
export const BOUNDED_HEADS = BOUNDED_KINDS.map(headKeyOf);

const quotaOf = (kind: RecordKind): QuotaName | undefined =>
  Object.entries(QUOTA_OF_KIND).find(([bounded]) => bounded === kind)?.[1];

/** Most ids in a list; undefined for no limit. */
export function boundOf(table: Table, { kind }: ListKey): number | undefined {
  const quota = quotaOf(kind);
  return (quota && table.quotas?.[quota]) ?? undefined;
}

/** Throws QuotaExceeded if a list cannot take `more` ids. */
export function requireRoom(table: Table, list: ListKey, { head, more }: ListGrowth): void {
  const limit = boundOf(table, list);
  const quota = quotaOf(list.kind);
  if (quota && limit !== undefined && totalOf(head) + more > limit) throw new QuotaExceeded({ quota, limit });
}

interface ListGrowth {
  readonly head: ListHead;
  readonly more: number;
}

/** The condition that a list can take `more` ids, as `AND …`, with its values. */
export function roomFor(table: Table, list: ListKey, more: number) {
  const bound = boundOf(table, list);
  if (bound === undefined || more <= 0) return { condition: '', values: {} };
  const room = bound - more;
  return {
    // A new list may take as many ids as the limit permits.
    condition: ` AND (${room < 0 ? '' : 'attribute_not_exists(ids_count) OR '}ids_count <= :room)`,
    values: { ':room': room },
  };
}

/**
 * The write that starts to count the ids of a list that was created before lists were counted. It is refused if the
 * list changed since it was read.
 */
export function beginCount(table: Table, list: ListKey, head: ListHead): WriteItem {
  const { version, recent } = head;
  return {
    Update: {
      TableName: table.name,
      Key: listHeadKey(list),
      UpdateExpression: 'SET ids_count = :count, version = :next',
      ConditionExpression: [
        'attribute_exists(pk) AND attribute_not_exists(ids_count)',
        version === 0 ? 'attribute_not_exists(version)' : 'version = :version',
        // Additions do not increase the version.
        recent.length === 0 ? 'attribute_not_exists(recent)' : 'size(recent) = :recent',
      ].join(' AND '),
      ExpressionAttributeValues: {
        ':count': totalOf(head),
        ':next': version + 1,
        ...(version > 0 && { ':version': version }),
        ...(recent.length > 0 && { ':recent': recent.length }),
      },
    },
  };
}
