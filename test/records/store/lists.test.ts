import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { agentVersionKind } from '../../../lambdas/agents/model/agent-version.ts';
import { KINDS as ALL_KINDS, COUNTED_QUOTAS } from '../../../lambdas/kinds.ts';
import { numberKind } from '../../../lambdas/numbers/model/number.ts';
import { promptKind } from '../../../lambdas/prompts/model/prompt.ts';
import { deleteRecord } from '../../../lambdas/records/store/delete-record.ts';
import { listRecords, type PageRequest } from '../../../lambdas/records/store/lists/pages.ts';
import { createRecords } from '../../../lambdas/records/store/records.ts';
import { voiceKind } from '../../../lambdas/voices/model/voice.ts';
import { measuredTable } from '../../support/table/measured-table.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

/** Prompts are skipped by the list's small items, voices by their own keys. */
const KINDS = { prompt: promptKind, voice: voiceKind };
type Kind = keyof typeof KINDS;

const recordOf = (user_id: string, kind: Kind, id: string, content = 'x') =>
  kind === 'prompt'
    ? { kind: promptKind, record: { id, user_id, content } }
    : { kind: voiceKind, record: { id, user_id, type: 'voice_builtin', voice_id: content } };

const newIds = (count: number) => Array.from({ length: count }, () => v7());

async function store(userId: string, kind: Kind, ids: readonly string[], content?: string): Promise<void> {
  for (let start = 0; start < ids.length; start += 49)
    await createRecords(
      table,
      ids.slice(start, start + 49).map((id) => recordOf(userId, kind, id, content)),
    );
}

type Asked = Partial<PageRequest> & { readonly kind?: Kind };

const listPage = (userId: string, { kind = 'prompt', ...asked }: Asked = {}, source = table) =>
  listRecords(
    source,
    { userId, kind: KINDS[kind] },
    { page: 1, size: 10, descending: false, maxBytes: 5_000_000, ...asked },
  );

const idsOf = ({ items }: Awaited<ReturnType<typeof listPage>>) => items.map(({ id }) => id);

describe('a list', () => {
  it.each(['prompt', 'voice'] as const)('has every %s on its page, in either order', async (kind) => {
    const [owner, ids] = [randomUUID(), newIds(33)];
    await store(owner, kind, ids);
    await store(owner, kind === 'prompt' ? 'voice' : 'prompt', newIds(2));
    await store(randomUUID(), kind, newIds(2));
    for (const descending of [false, true]) {
      const wanted = descending ? ids.toReversed() : ids;
      for (const page of [1, 2, 3, 4, 5, 10_000_000]) {
        const found = await listPage(owner, { kind, page, descending });

        expect(idsOf(found)).toEqual(wanted.slice((page - 1) * 10, page * 10));
        expect([found.total, found.hasMore, found.last]).toEqual([33, page < 4, idsOf(found).at(-1)]);
      }
    }
    expect(await listPage(owner, { kind, page: 3, size: 11 })).toMatchObject({ hasMore: false, total: 33 });
  });

  it.each([
    false,
    true,
  ])('neither skips nor repeats a record on the next pages while others come and go (newest first: %s)', async (descending) => {
    const [owner, ids] = [randomUUID(), newIds(40)];
    await store(owner, 'prompt', ids);
    const added: string[] = [];
    const seen: unknown[] = [];

    for (let after: string | undefined, more = true; more; ) {
      const found = await listPage(owner, { after, size: 7, descending });
      seen.push(...idsOf(found));
      after = found.last;
      more = found.hasMore;
      await deleteRecord(table, owner, { kind: promptKind, id: after ?? '' });
      added.push(...newIds(more ? 1 : 0));
      await store(owner, 'prompt', added.slice(-1));
    }

    expect(seen).toEqual(descending ? ids.toReversed() : [...ids, ...added]);
  });

  it('counts concurrent creations and deletions once each', async () => {
    const [owner, ids, others] = [randomUUID(), newIds(12), newIds(12)];
    await store(owner, 'prompt', ids);

    await Promise.all([
      ...others.map((id) => store(owner, 'prompt', [id])),
      ...[0, 0, 11].map((index) => deleteRecord(table, owner, { kind: promptKind, id: ids[index]! })),
      deleteRecord(table, randomUUID(), { kind: promptKind, id: ids[5]! }),
    ]);

    const found = await listPage(owner, { page: 2, size: 11 });
    expect(idsOf(found)).toEqual([...ids.slice(1, -1), ...others].slice(11));
    expect(found.total).toBe(22);
  });

  it('refuses a page whose records are too large together, not counting the one after them', async () => {
    const [owner, ids] = [randomUUID(), newIds(4)];
    await store(owner, 'prompt', ids, 'x'.repeat(300_000));
    const pageOf = (size: number, maxBytes: number) => listPage(owner, { after: ids[0], size, maxBytes });

    expect(await pageOf(2, 700_000)).toMatchObject({
      items: [{ id: ids[1] }, { id: ids[2] }],
      hasMore: true,
    });
    await expect(pageOf(3, 700_000)).rejects.toThrow('too large');
  });
});

it('has a quota for each kind of record that requests create one by one', () => {
  const others: readonly (typeof ALL_KINDS)[number][] = [agentVersionKind, numberKind];
  const kinds = ALL_KINDS.filter((kind) => !others.includes(kind));
  const quotas = COUNTED_QUOTAS.map(({ quota }) => quota);

  expect(quotas).toEqual(expect.arrayContaining(kinds.map(({ name }) => `${name}s`)));
});

it('skips large records for a read unit per 40 of them, and needs no skip after a record', async () => {
  const [owner, ids] = [randomUUID(), newIds(500)];
  await store(owner, 'prompt', ids, 'x'.repeat(3_000));
  const { measured, reads } = measuredTable(table);
  const unitsOf = async (asked: Asked) => {
    reads.length = 0;
    await listPage(owner, asked, measured);
    // Reads that go at the same time end in any order.
    return reads.toSorted((one, other) => one - other);
  };

  // The number of records; 240 keys; eleven records of 3 KB.
  expect(await unitsOf({ page: 25 })).toEqual([1, expect.toSatisfy((units) => units < 7), 9]);
  expect(await unitsOf({ after: ids[489] })).toEqual([1, 8]);
});
