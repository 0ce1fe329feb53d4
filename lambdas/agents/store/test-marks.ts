import { beginningWith, queryPages, unlessErased, updateOf } from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { type TestMark, testMark } from '../model/test-mark.ts';
import { testMarkKey } from './keys.ts';

/** A year: a version whose last test is older counts as untested. */
const KEPT_SECONDS = 365 * 24 * 3600;

interface VersionKey {
  readonly userId: string;
  readonly agentId: string;
  readonly version: number;
}

/** Stores the result of a test unless a later run already has: ids of runs sort by creation. */
export async function putTestMark(
  table: Table,
  { version, ...agent }: VersionKey,
  { mark, now }: { readonly mark: TestMark; readonly now: Date },
): Promise<void> {
  const expires_at = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
  const update = updateOf(table, testMarkKey(agent, version, mark.test_id), {
    set: { ...mark, expires_at },
    condition: 'attribute_not_exists(pk) OR run_id <= :run',
    values: { ':run': mark.run_id },
  });
  await tryTransact(table, [update, unlessErased(table, agent.userId)]);
}

export async function loadTestMarks(table: Table, { version, ...agent }: VersionKey): Promise<TestMark[]> {
  const marks: TestMark[] = [];
  for await (const items of queryPages(table, beginningWith(testMarkKey(agent, version, ''))))
    marks.push(...items.map((item) => testMark.parse(item)));
  return marks;
}
