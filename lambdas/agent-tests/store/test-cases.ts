import * as z from 'zod/mini';
import { id } from '../../platform/fields.ts';
import { compressedJson, jsonOf } from '../../platform/table/compressed-json.ts';
import { getItems } from '../../platform/table/get-items.ts';
import {
  beginningWith,
  type Item,
  queryPages,
  readItem,
  unlessErased,
  updatedItem,
  updateItem,
  updateOf,
} from '../../platform/table/items.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { type CaseResult, caseResult } from '../model/case-result.ts';
import { repetitionsOf, statusOfRepetitions } from '../model/repetitions.ts';
import { isCaseOver, type TestCase, testCaseFields } from '../model/test-run.ts';
import { type TestCaseKey, testCaseKey, testInputKey, testResultKey } from './keys.ts';

const KEPT_SECONDS = 30 * 24 * 3600;

export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

export const runExpiry = (now: Date): number => secondsOf(now) + KEPT_SECONDS;

/** The quality of compression: runs are written often and read rarely. */
export const QUALITY = 4;

const storedCase = z.lazy(() => {
  const { repeated: _, result: __, ...fields } = testCaseFields();
  return z.object({
    ...fields,
    /** The number of its input in the run. */
    input: z.int(),
    snapshot_id: id,
    /** How many repetitions it has, and how many of them must pass. */
    of: z.int(),
    needed: z.int(),
    attempt: z.int(),
    /** When its worker's claim ends: epoch milliseconds. */
    claimed_until: z.optional(z.number()),
  });
});
export type StoredCase = z.infer<typeof storedCase>;

export interface RunKey {
  readonly userId: string;
  readonly runId: string;
}

export async function loadCases(table: Table, key: RunKey): Promise<StoredCase[]> {
  const cases: StoredCase[] = [];
  const { pk, sk } = testCaseKey({ ...key, number: 0 });
  const prefix = sk.slice(0, sk.indexOf('#') + 1);
  for await (const items of queryPages(table, beginningWith({ pk, sk: prefix })))
    cases.push(...items.map((item) => storedCase.parse(item)));
  return cases;
}

export function withRepetitions(cases: readonly StoredCase[]): (TestCase & StoredCase)[] {
  const groups = Map.groupBy(cases, groupOf);
  return cases.map((each) => {
    if (each.of === 1) return { ...each, repeated: null };
    const group = groups.get(groupOf(each)) ?? [];
    const repeated = repetitionsOf(
      group.map(({ status }) => status),
      each.needed,
    );
    const status = group.every(isCaseOver) ? statusOfRepetitions(repeated) : 'running';
    return { ...each, repeated: { status, ...repeated } };
  });
}

const groupOf = ({ input, snapshot_id }: StoredCase) => `${input} ${snapshot_id}`;

/** The whole result of a case; undefined if it has none yet. */
export async function loadResult(table: Table, key: TestCaseKey): Promise<CaseResult | undefined> {
  const item = await readItem(table, testResultKey(key));
  return item && caseResult.parse(contentOf(item));
}

export async function loadInput(table: Table, key: TestCaseKey): Promise<unknown> {
  const item = await readItem(table, testInputKey(key));
  if (!item) throw new Error('The input of a case is not stored.');
  return contentOf(item);
}

const contentOf = ({ content }: Item): unknown => jsonOf(z.instanceof(Uint8Array).parse(content));

/** Attempts before giving up on a case. */
export const MAX_CASE_ATTEMPTS = 3;

/** `claimed`: by the caller, for some time. `taken`: by another worker, for `seconds`. `given_up`: its workers died. */
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
    values: { ':queued': 'queued', ':running': 'running', ':now': nowMs, ':most': MAX_CASE_ATTEMPTS },
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

/** Releases a case, so that it can be claimed at once. */
export const releaseCase = (table: Table, key: TestCaseKey, row: StoredCase): Promise<boolean> =>
  updateItem(table, testCaseKey(key), {
    set: { claimed_until: 0 },
    condition: STILL_MINE,
    values: mine(row),
  });

export type Finish = Pick<
  StoredCase,
  'status' | 'error' | 'failures' | 'not_checked' | 'skipped' | 'figures' | 'comparison'
>;

/** Stores the outcome of a case once. Returns false if another worker has claimed the case. */
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
  const content = result && trimmedResult(result);
  const Item = { ...testResultKey(key), content, expires_at: runExpiry(now) };
  return tryTransact(table, [
    updateOf(table, testCaseKey(key), update),
    unlessErased(table, key.userId),
    ...(content ? [{ Put: { TableName: table.name, Item } }] : []),
  ]);
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

/** Maximum bytes of a stored result: thousands of results are kept for 30 days. */
const MAX_BYTES = 100_000;

/** Characters of JSON of a tool's arguments or answer, which are in both the turns and the transcript. */
const MAX_VALUE = 4_000;

const LEFT_OUT = 'Left out: the result is too large.';

/** A result trimmed to a size that can be stored: cuts long tool answers, then leaves out the turns. */
function trimmedResult({ turns, transcript, ...result }: CaseResult) {
  const short = {
    ...result,
    turns: turns.map((turn) => ({
      ...turn,
      tools: turn.tools.map((tool) => ({
        ...tool,
        args: shortened(tool.args) ?? tool.args,
        output: shortened(tool.output) ?? tool.output,
      })),
    })),
    transcript: transcript.map(({ action, ...turn }) => ({
      ...turn,
      ...(action && {
        action: {
          ...action,
          input: shortened(action.input) ?? action.input,
          output: shortened(action.output) ?? action.output,
        },
      }),
    })),
  };
  const whole = compressedJson(short, QUALITY);
  if (whole.length <= MAX_BYTES) return whole;
  return compressedJson({ ...result, turns: [], transcript: [], cut: LEFT_OUT }, QUALITY);
}

/** The beginning of a value, in the form of call records. Undefined if the value is short. */
function shortened(value: unknown): { readonly shortened: string } | undefined {
  const json = JSON.stringify(value) ?? '';
  return json.length > MAX_VALUE ? { shortened: json.slice(0, MAX_VALUE) } : undefined;
}
