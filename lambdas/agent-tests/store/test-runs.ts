import * as z from 'zod/mini';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { snapshotPut } from '../../agents/store/snapshots.ts';
import { id } from '../../platform/fields.ts';
import { compressedJson, jsonOf } from '../../platform/table/compressed-json.ts';
import { getItems } from '../../platform/table/get-items.ts';
import {
  beginningWith,
  queryPages,
  readItem,
  updatedItem,
  updateItem,
  updateOf,
} from '../../platform/table/items.ts';
import {
  type TestCaseKey,
  testCaseKey,
  testInputKey,
  testResultKey,
  testRunKey,
} from '../../platform/table/keys.ts';
import { isTransacted } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import { equal, type TakenPage, takePage } from '../../records/store/lists/take-page.ts';
import { type CaseResult, caseResult } from '../model/case-result.ts';
import { fittingResult } from '../model/fitting-result.ts';
import {
  countsOf,
  type ListedTestRun,
  listedTestRun,
  runStatusOf,
  type TestCase,
  type TestRun,
  testCase,
} from '../model/test-run.ts';

const KEPT_SECONDS = 30 * 24 * 3600;

/** The quality of compression: results are written often, and read rarely. */
const QUALITY = 4;

/** Writes of one transaction, and their bytes: DynamoDB permits 4 MB; a partition accepts 1 MB a second. */
const CHUNK = 100;
const CHUNK_BYTES = 500_000;

/** Bytes of an item besides its content, rounded up. */
const ITEM_BYTES = 1_000;

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

/** A case as it is stored. */
const storedCase = z.lazy(() => {
  const { repeated: _, result: __, ...fields } = testCase._zod.innerType.shape;
  return z.object({
    ...fields,
    /** The number of its input in the run. */
    input: z.int(),
    snapshot_id: id,
    /** How many repetitions it has, and how many of them must pass. */
    of: z.int(),
    needed: z.int(),
    attempt: z.int(),
    /** Until when its worker has it: epoch milliseconds. */
    claimed_until: z.optional(z.number()),
  });
});
export type StoredCase = z.infer<typeof storedCase>;

const storedRun = z.lazy(() =>
  z.object({
    ...z.omit(listedTestRun._zod.innerType, { counts: true }).shape,
    counts: z.optional(listedTestRun._zod.innerType.shape.counts),
    cases: z.int(),
    /** At least as many cases are over; workers that died may have counted one again, or not at all. */
    over: z.int(),
    expires_at: z.number(),
  }),
);
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
  /** The agents, by the id of their snapshot. */
  readonly snapshots: ReadonlyMap<string, CallSnapshot>;
  /** Repetitions of a test follow one another. */
  readonly cases: readonly NewCase[];
}

export interface RunKey {
  readonly userId: string;
  readonly runId: string;
}

/**
 * Stores a run, which nobody sees until it is begun. Repeating it changes nothing, so that a repeated request does not
 * take a case from the worker that has it.
 */
export async function storeRun(table: Table, run: NewRun, now: Date): Promise<void> {
  const { id: runId, user_id: userId, inputs, snapshots, cases, ...fields } = run;
  const expires_at = secondsOf(now) + KEPT_SECONDS;
  const put = (Item: Record<string, unknown>) => ({
    Put: { TableName: table.name, Item: { ...Item, expires_at }, ConditionExpression: NEW_ITEM },
  });
  const parts = [
    ...inputs.map((input, number) =>
      put({ ...testInputKey({ userId, runId, number }), content: JSON.stringify(input) }),
    ),
    ...[...snapshots].map(([snapshotId, snapshot]) =>
      put(snapshotPut(table, { user_id: userId, id: snapshotId, ...snapshot }).Put.Item),
    ),
    ...cases.map((each, index) => {
      const number = index + 1;
      const beginning = { number, status: 'queued', error: null, failures: [], figures: null, attempt: 0 };
      return put({ ...testCaseKey({ userId, runId, number }), ...each, ...beginning });
    }),
  ];
  for (const chunk of chunksOf(parts)) await isTransacted(table, chunk);
  const only = (ids: readonly (string | null)[]) => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);
  const item = {
    ...testRunKey(userId, runId),
    id: runId,
    user_id: userId,
    ...fields,
    agent_id: only(cases.map(({ agent_id }) => agent_id)),
    test_id: only(cases.map(({ test_id }) => test_id)),
    status: 'running',
    created_at: now.toISOString(),
    ended_at: null,
    cases: cases.length,
    over: 0,
  };
  await isTransacted(table, [put(item)]);
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
  return ITEM_BYTES + (content instanceof Uint8Array ? content.length : Buffer.byteLength(content ?? ''));
}

/** Shows a run whose cases are in the queue. */
export const beginRun = (table: Table, { userId, runId }: RunKey): Promise<boolean> =>
  updateItem(table, testRunKey(userId, runId), {
    set: { stage: 'begun' },
    condition: 'attribute_exists(pk)',
  });

async function loadCases(table: Table, key: RunKey): Promise<StoredCase[]> {
  const cases: StoredCase[] = [];
  const { pk, sk } = testCaseKey({ ...key, number: 0 });
  const prefix = sk.slice(0, sk.indexOf('#') + 1);
  for await (const items of queryPages(table, beginningWith({ pk, sk: prefix })))
    cases.push(...items.map((item) => storedCase.parse(item)));
  return cases;
}

/** The cases with what their repetitions come to. */
export function withRepeated(cases: readonly StoredCase[]): (TestCase & StoredCase)[] {
  const groups = Map.groupBy(cases, groupOf);
  return cases.map((each) => {
    const { of, needed } = each;
    const all = groups.get(groupOf(each)) ?? [];
    const passed = all.filter(({ status }) => status === 'passed').length;
    return { ...each, repeated: of > 1 ? { passed, of, needed } : null };
  });
}

const groupOf = ({ input, snapshot_id }: StoredCase) => `${input} ${snapshot_id}`;

/** The run as it is now. Undefined if there is none, or it expired. */
export async function loadRun(table: Table, key: RunKey, now: Date): Promise<TestRun | undefined> {
  const [item, stored] = await Promise.all([
    readItem(table, testRunKey(key.userId, key.runId)),
    loadCases(table, key),
  ]);
  if (item?.stage !== 'begun') return undefined;
  const run = storedRun.parse(item);
  if (run.expires_at <= secondsOf(now)) return undefined;
  const cases = withRepeated(stored);
  return { ...run, ...summaryOfRun(run, cases), cases };
}

function summaryOfRun({ kind, ended_at }: StoredRun, cases: readonly TestCase[]) {
  const status = runStatusOf(cases);
  return { status, counts: countsOf(kind, cases), ended_at };
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
      where: equal({ stage: 'begun', agent_id, test_id }),
      parse: (item) => storedRun.parse(item),
    },
    size,
  );
  const present = items.filter(({ expires_at }) => expires_at > secondsOf(now));
  const shown = present.map(async (run): Promise<ListedTestRun> => {
    const { counts } = run;
    if (counts) return { ...run, counts };
    const cases = await loadCases(table, { userId, runId: run.id });
    return { ...run, ...summaryOfRun(run, withRepeated(cases)) };
  });
  return { items: await Promise.all(shown), next };
}

/** The whole result of a case; undefined if it has none yet. */
export async function loadResult(table: Table, key: TestCaseKey): Promise<CaseResult | undefined> {
  const item = await readItem(table, testResultKey(key));
  return item && caseResult.parse(jsonOf(z.instanceof(Uint8Array).parse(item.content)));
}

export async function loadInput(table: Table, key: TestCaseKey): Promise<unknown> {
  const item = await readItem(table, testInputKey(key));
  return JSON.parse(z.string().parse(item?.content));
}

/** Attempts after which a case is given up. */
export const MAX_ATTEMPTS = 3;

/**
 * `claimed`: the case is the caller's for some time. `taken`: it is another worker's for so many seconds. `given_up`:
 * its workers died.
 */
type Claim =
  | { readonly outcome: 'claimed' | 'over' | 'given_up'; readonly row: StoredCase }
  | { readonly outcome: 'taken'; readonly seconds: number }
  | { readonly outcome: 'missing' };

/** Claims a case that waits, or whose worker died. */
export async function claimCase(
  table: Table,
  key: TestCaseKey,
  { now, seconds }: { readonly now: Date; readonly seconds: number },
): Promise<Claim> {
  const nowMs = now.getTime();
  const claimed = await updatedItem(table, testCaseKey(key), {
    set: { status: 'running', claimed_until: nowMs + seconds * 1000 },
    add: { attempt: 1 },
    condition: `(#status = :queued OR (#status = :running AND claimed_until <= :now)) AND attempt < :most`,
    values: { ':queued': 'queued', ':running': 'running', ':now': nowMs, ':most': MAX_ATTEMPTS },
  });
  if (claimed) return { outcome: 'claimed', row: storedCase.parse(claimed) };
  const item = await readItem(table, testCaseKey(key));
  if (!item) return { outcome: 'missing' };
  const row = storedCase.parse(item);
  if (row.status !== 'running') return { outcome: 'over', row };
  const leftMs = (row.claimed_until ?? 0) - nowMs;
  return leftMs > 0 ? { outcome: 'taken', seconds: Math.ceil(leftMs / 1000) } : { outcome: 'given_up', row };
}

const STILL_MINE = '#status = :running AND attempt = :attempt';
const mine = ({ attempt }: StoredCase) => ({ ':running': 'running', ':attempt': attempt });

/** Gives a case back, so that it can be claimed at once. */
export const releaseCase = (table: Table, key: TestCaseKey, row: StoredCase): Promise<boolean> =>
  updateItem(table, testCaseKey(key), {
    set: { claimed_until: 0 },
    condition: STILL_MINE,
    values: mine(row),
  });

/** What a case came to. */
export type Finish = Pick<StoredCase, 'status' | 'error' | 'failures' | 'figures' | 'comparison'>;

/** Stores what a case came to, once. Returns false if it is another worker's by now. */
export async function finishCase(
  table: Table,
  key: TestCaseKey,
  {
    row,
    finish,
    result,
    now,
  }: { row: StoredCase; finish: Finish; result?: CaseResult | undefined; now: Date },
): Promise<boolean> {
  const update = { set: { ...finish }, condition: STILL_MINE, values: mine(row) };
  const content = result && fittingResult(result, (value) => compressedJson(value, QUALITY));
  const Item = { ...testResultKey(key), content, expires_at: secondsOf(now) + KEPT_SECONDS };
  return isTransacted(table, [
    updateOf(table, testCaseKey(key), update),
    ...(content ? [{ Put: { TableName: table.name, Item } }] : []),
  ]);
}

/** Notes that a case is over. After the last one, the run gets its status for lists. */
export async function noteCaseOver(table: Table, key: RunKey, now: Date): Promise<void> {
  const Key = testRunKey(key.userId, key.runId);
  const counted = await updatedItem(table, Key, { add: { over: 1 }, condition: 'attribute_exists(pk)' });
  if (!counted) return;
  const run = storedRun.parse(counted);
  if (run.counts || run.over < run.cases) return;
  const { status, counts } = summaryOfRun(run, withRepeated(await loadCases(table, key)));
  if (status === 'running') return;
  await updateItem(table, Key, {
    set: { status, counts, ended_at: now.toISOString() },
    condition: 'attribute_exists(pk) AND attribute_not_exists(counts)',
  });
}

/** The cases of one test and version with which a case is repeated. */
export async function loadRepetitions(
  table: Table,
  key: TestCaseKey,
  { run, of }: StoredCase,
): Promise<StoredCase[]> {
  const first = key.number - run + 1;
  const keys = Array.from({ length: of }, (_, index) => testCaseKey({ ...key, number: first + index }));
  return (await getItems(table, keys)).map((item) => storedCase.parse(item));
}
