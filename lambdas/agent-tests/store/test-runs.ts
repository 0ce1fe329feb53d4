import * as z from 'zod/mini';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { snapshotPut } from '../../agents/store/snapshots.ts';
import { compressedJson } from '../../platform/table/compressed-json.ts';
import { readItem, updatedItem, updateItem } from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import { equal, type TakenPage, takePage } from '../../records/store/lists/take-page.ts';
import {
  type ListedTestRun,
  runCountsOf,
  runFields,
  runStatusOf,
  type TestCase,
  type TestRun,
} from '../model/test-run.ts';
import { testCaseKey, testInputKey, testRunKey } from './keys.ts';
import {
  loadCases,
  QUALITY,
  type RunKey,
  runExpiry,
  type StoredCase,
  secondsOf,
  withRepetitions,
} from './test-cases.ts';

/** Writes of one transaction, and their bytes: DynamoDB permits 4 MB; a partition accepts 1 MB a second. */
const CHUNK = 100;
const CHUNK_BYTES = 500_000;

/** Bytes of an item besides its content, rounded up. */
const ITEM_BYTES = 1_000;

const storedRun = z.lazy(() => {
  const { counts, ...fields } = runFields();
  return z.object({
    ...fields,
    counts: z.optional(counts),
    cases: z.int(),
    /** Finished cases, roughly: workers that died may have counted one twice, or not at all. */
    over: z.int(),
    expires_at: z.number(),
  });
});
type StoredRun = z.infer<typeof storedRun>;

export type NewCase = Pick<
  StoredCase,
  | 'test_id'
  | 'name'
  | 'agent_id'
  | 'agent_name'
  | 'agent_version'
  | 'run'
  | 'call_id'
  | 'input'
  | 'snapshot_id'
  | 'of'
  | 'needed'
>;

export interface NewRun extends Pick<TestRun, 'id' | 'user_id' | 'kind' | 'name'> {
  /** What cases play: see play-case.ts. A case names its input by the position in this list. */
  readonly inputs: readonly unknown[];
  readonly snapshots: ReadonlyMap<string, CallSnapshot>;
  /** Repetitions of a test follow one another. */
  readonly cases: readonly NewCase[];
}

/** Stores a run, which stays invisible until it begins. Repeating it changes nothing. */
export async function storeRun(table: Table, run: NewRun, now: Date): Promise<void> {
  const { id: runId, user_id: userId, inputs, snapshots, cases, ...fields } = run;
  const expires_at = runExpiry(now);
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item: { ...Item, expires_at }, ConditionExpression: NEW_ITEM },
  });
  const parts = [
    ...inputs.map((input, number) =>
      put({ ...testInputKey({ userId, runId, number }), content: compressedJson(input, QUALITY) }),
    ),
    ...[...snapshots].map(([snapshotId, snapshot]) =>
      put(snapshotPut(table, { user_id: userId, id: snapshotId, ...snapshot }).Put.Item),
    ),
    ...cases.map((each, index) => {
      const number = index + 1;
      const beginning = { number, status: 'queued', error: null, failures: [], figures: null, attempt: 0 };
      const none = { not_checked: 0, skipped: 0 };
      return put({ ...testCaseKey({ userId, runId, number }), ...each, ...beginning, ...none });
    }),
  ];
  for (const chunk of chunksOf(parts)) await tryTransact(table, chunk);
  const only = (ids: readonly (string | null)[]) => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);
  const item = {
    ...testRunKey(userId, runId),
    id: runId,
    user_id: userId,
    ...fields,
    agent_id: only(cases.map(({ agent_id }) => agent_id)),
    test_id: only(cases.map(({ test_id }) => test_id)),
    // A list of a test's runs has those in which it ran among others, too.
    test_ids: [...new Set(cases.flatMap(({ test_id }) => test_id ?? []))],
    status: 'running',
    created_at: now.toISOString(),
    ended_at: null,
    cases: cases.length,
    over: 0,
  };
  await tryTransact(table, [put(item)]);
}

/** Splits writes into those of a transaction each. */
function chunksOf(writes: readonly WriteItem[]): WriteItem[][] {
  const chunks: WriteItem[][] = [];
  let bytes = 0;
  for (const write of writes) {
    const size = sizeOf(write);
    const last = chunks.at(-1);
    if (last && last.length < CHUNK && bytes + size <= CHUNK_BYTES) last.push(write);
    else chunks.push([write]);
    bytes = last === chunks.at(-1) ? bytes + size : size;
  }
  return chunks;
}

function sizeOf({ Put }: WriteItem): number {
  const { content } = Put?.Item ?? {};
  return ITEM_BYTES + (content instanceof Uint8Array ? content.length : 0);
}

/** Shows a run whose cases are in the queue. */
export const beginRun = (table: Table, { userId, runId }: RunKey): Promise<boolean> =>
  updateItem(table, testRunKey(userId, runId), {
    set: { stage: 'begun' },
    condition: 'attribute_exists(pk)',
  });

/** The run as it is now. Undefined if it does not exist, or expired. */
export async function loadRun(table: Table, key: RunKey, now: Date): Promise<TestRun | undefined> {
  const [item, stored] = await Promise.all([
    readItem(table, testRunKey(key.userId, key.runId)),
    loadCases(table, key),
  ]);
  if (item?.stage !== 'begun') return undefined;
  const run = storedRun.parse(item);
  if (run.expires_at <= secondsOf(now)) return undefined;
  // Missing cases would count as finished.
  if (stored.length !== run.cases) throw new Error('Cases of a run are not stored.');
  const cases = withRepetitions(stored);
  return { ...run, ...summaryOfRun(run, cases), cases };
}

function summaryOfRun({ kind, ended_at }: StoredRun, cases: readonly TestCase[]) {
  const status = runStatusOf(cases);
  return { status, counts: runCountsOf(kind, cases), ended_at };
}

export interface RunFilter {
  readonly agent_id?: string | undefined;
  readonly test_id?: string | undefined;
}

/** A page of a user's runs, newest first. */
export async function findRunPage(
  table: Table,
  userId: string,
  { filter, after, size, now }: { filter: RunFilter; after: string | undefined; size: number; now: Date },
): Promise<TakenPage<ListedTestRun>> {
  const { agent_id, test_id } = filter;
  const { items, next } = await takePage(
    table,
    {
      keyOf: (runId) => testRunKey(userId, runId),
      range: {},
      after,
      where: [
        ...equal({ stage: 'begun', agent_id }),
        ...(test_id === undefined ? [] : [['test_ids', 'contains', test_id] as const]),
      ],
      parse: (item) => storedRun.parse(item),
    },
    size,
  );
  const present = items.filter(({ expires_at }) => expires_at > secondsOf(now));
  const shown = present.map(async (run): Promise<ListedTestRun> => {
    const { counts } = run;
    if (counts) return { ...run, counts };
    const cases = await loadCases(table, { userId, runId: run.id });
    return { ...run, ...summaryOfRun(run, withRepetitions(cases)) };
  });
  return { items: await Promise.all(shown), next };
}

/** Counts a finished case. After the last one, the run gets its status for lists. */
export async function noteCaseOver(table: Table, key: RunKey, now: Date): Promise<void> {
  const Key = testRunKey(key.userId, key.runId);
  const counted = await updatedItem(table, Key, { add: { over: 1 }, condition: 'attribute_exists(pk)' });
  if (!counted) return;
  const run = storedRun.parse(counted);
  if (run.counts || run.over < run.cases) return;
  const { status, counts } = summaryOfRun(run, withRepetitions(await loadCases(table, key)));
  if (status === 'running') return;
  await updateItem(table, Key, {
    set: { status, counts, ended_at: now.toISOString() },
    condition: 'attribute_exists(pk) AND attribute_not_exists(counts)',
  });
}
