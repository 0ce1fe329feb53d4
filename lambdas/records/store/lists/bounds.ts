import * as z from 'zod/mini';
import { atMost } from '../../../platform/table/field-update.ts';
import { beginningWith, queryPages, readItem, updateOf } from '../../../platform/table/items.ts';
import { type ListKey, listCountKey, listItemKey, type RecordKind } from '../../../platform/table/keys.ts';
import type { Table } from '../../../platform/table/table.ts';
import type { WriteItem } from '../../../platform/table/write-if.ts';
import { QuotaExceeded } from '../../../usage/model/quota-exceeded.ts';
import type { QuotaName } from '../../../usage/model/quotas.ts';

const QUOTA_OF_KIND = new Map<RecordKind, QuotaName>([
  ['account_connection', 'account_connections'],
  ['action', 'actions'],
  ['agent', 'agents'],
  ['do_not_call_entry', 'do_not_call_numbers'],
  ['prompt', 'prompts'],
  ['prompt_template', 'prompt_templates'],
  ['test', 'tests'],
  ['vector_database', 'vector_databases'],
  ['voice', 'voices'],
  ['webhook', 'webhooks'],
]);

/** These quotas, with the sort keys of the items that count their records. */
export const COUNTED_QUOTAS = [...QUOTA_OF_KIND].map(([kind, quota]) => ({
  quota,
  sk: listCountKey({ userId: '', kind }).sk,
}));

const stored = z.object({ records: z._default(z.number(), 0) });

export const readListCount = (item: Record<string, unknown> | undefined): number =>
  stored.parse(item ?? {}).records;

/** The number of records of a list. Calls have no such count: a write to it by every call would make calls conflict. */
export async function loadListCount(table: Table, list: ListKey): Promise<number> {
  const item = await readItem(table, listCountKey(list));
  return readListCount(item);
}

const listItem = z.object({
  sk: z.string(),
  labels: z._default(z.array(z.string()), []),
  bytes: z._default(z.number(), 0),
});

/** A user's tests without their content, in the order of their creation: the items of their list. */
export async function loadListedTests(table: Table, userId: string) {
  const tests: { readonly id: string; readonly labels: readonly string[]; readonly bytes: number }[] = [];
  const first = listItemKey({ userId, kind: 'test' }, '');
  if (!first) return tests;
  for await (const items of queryPages(table, beginningWith(first)))
    for (const { sk, ...fields } of items.map((item) => listItem.parse(item)))
      tests.push({ id: sk.slice(first.sk.length), ...fields });
  return tests;
}

const limitOf = (table: Table, { kind }: ListKey) => {
  const quota = QUOTA_OF_KIND.get(kind);
  const limit = quota && table.quotas?.[quota];
  return quota && typeof limit === 'number' ? { quota, limit } : undefined;
};

/** The write that counts further records of a list, on condition that its quota has room. */
export const countListed = (table: Table, list: ListKey, more: number): WriteItem =>
  updateOf(table, listCountKey(list), {
    add: { records: more },
    ...(more > 0 && atMost('records', limitOf(table, list)?.limit, more)),
  });

/** Throws QuotaExceeded if a list has no room for further records. */
export async function requireRoom(table: Table, list: ListKey, more: number): Promise<void> {
  const met = limitOf(table, list);
  if (met && (await loadListCount(table, list)) + more > met.limit) throw new QuotaExceeded(met);
}

/** The error of a list whose count was refused. */
export function listFull(table: Table, list: ListKey): QuotaExceeded {
  const met = limitOf(table, list);
  if (!met) throw new Error(`The count of ${list.kind} records was refused without a quota.`);
  return new QuotaExceeded(met);
}
