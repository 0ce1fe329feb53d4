import type { CaseStatus, ListedTest, Mark, TestCase, TestRun } from './test-api.ts';

/** What a test last came to with a version. */
export interface Cell {
  readonly status: CaseStatus;
  readonly run: string;
  readonly at: string;
}

export const cellKey = (test: string, version: number | string): string => `${test} ${version}`;

/** Whether a test names this agent, or none, so that it can be run with any. */
export function isOf(
  { agent }: Pick<ListedTest, 'agent'>,
  { id, name }: { readonly id: string; readonly name?: string | null | undefined },
): boolean {
  const named = agent?.split('@')[0];
  return named === undefined || named === id || named === name;
}

/** The cells of an agent's tests: what came last, by its runs and by the marks that older ones left on its versions. */
export function cellsOf(
  agent: string,
  runs: readonly TestRun[],
  marks: readonly (Mark & { readonly version: number })[],
): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  const put = (key: string, cell: Cell) => {
    const known = cells.get(key);
    if (!known || (known.run !== cell.run && known.at < cell.at)) cells.set(key, cell);
  };
  for (const { id, kind, created_at: at, cases } of runs) {
    if (kind !== 'test') continue;
    const own = cases.filter((one) => one.agent_id === agent && one.test_id !== null);
    const groups = Map.groupBy(own, (one) => cellKey(one.test_id ?? '', one.agent_version ?? ''));
    for (const [key, [one]] of groups)
      if (one) put(key, { status: one.repeated?.status ?? one.status, run: id, at });
  }
  for (const { test_id: test, version, run_id: run, status, at } of marks)
    put(cellKey(test, version), { status, run, at });
  return cells;
}

/** The case of a run that is worth a look: one of this test and version, if possible one that did not pass. */
export function caseFor(
  { cases }: Pick<TestRun, 'cases'>,
  test: string | undefined,
  version: string | undefined,
): TestCase | undefined {
  const own = cases.filter((one) => one.test_id === test && String(one.agent_version) === version);
  return own.find(({ status }) => status !== 'passed') ?? own[0];
}
