import { ApiError, type Issue, invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import { FORCE_SCOPE, mayDo } from '../../tokens/model/scopes.ts';
import type { Agent } from '../model/agent.ts';
import type { RequiredTest, TestMark } from '../model/test-mark.ts';
import { loadTestMarks } from '../store/test-marks.ts';

interface PresentTest {
  readonly name: string;
  readonly hash: string;
}

/** Finds a user's tests by their ids. */
export type FindTests = (
  table: Table,
  userId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, PresentTest>>;

export interface Publication {
  readonly findTests: FindTests;
  /** Publishes although tests have not passed. */
  readonly force: boolean;
  /** The scopes of the token; undefined if it may do everything. */
  readonly granted: readonly string[] | undefined;
  readonly at: Date;
}

const FIELD = 'publish_requires';

/** Throws if a named test does not exist, would be bypassed by updates, or may not be removed by this token. */
export async function checkRequiredTests(
  table: Table,
  agent: Agent,
  {
    settings,
    granted,
    findTests,
    loc,
  }: {
    readonly findTests: FindTests;
    readonly settings: Partial<Pick<Agent, 'drafts' | 'publish_requires'>>;
    readonly granted: Publication['granted'];
    readonly loc: readonly string[];
  },
): Promise<void> {
  const { user_id, drafts, publish_requires: ids } = { ...agent, ...settings };
  if (agent.publish_requires?.some((id) => !ids?.includes(id)) && !mayDo(granted, [FORCE_SCOPE]))
    throw notForced([...loc, FIELD], 'remove a required test');
  if (!ids?.length) return;
  if (!drafts) {
    const msg = 'Without drafts, each update is published at once; set drafts to true, or this to null.';
    throw invalidInput([{ loc: [...loc, FIELD], msg, type: 'drafts_needed' }]);
  }
  if (!('publish_requires' in settings)) return;
  const found = await findTests(table, user_id, ids);
  const issues = ids.flatMap((id, index): Issue[] =>
    found.has(id)
      ? []
      : [{ loc: [...loc, FIELD, String(index)], msg: 'No test has this id.', type: 'unknown_reference' }],
  );
  if (issues.length > 0) throw invalidInput(issues);
}

/** Throws unless all tests that an agent names passed with each version that is to be published, as they are now. */
export async function requireTestsPassed(
  table: Table,
  { id: agentId, user_id: userId, publish_requires: ids }: Agent,
  versions: readonly number[],
  { force, granted, findTests, at }: Publication,
): Promise<{ readonly publish_forced_at?: string }> {
  if (!ids?.length) return {};
  if (force) {
    if (mayDo(granted, [FORCE_SCOPE])) return { publish_forced_at: at.toISOString() };
    throw notForced(['body', 'force'], 'publish without tests');
  }
  const tests = await findTests(table, userId, ids);
  const issues: Issue[] = [];
  for (const version of versions) {
    const marks = await loadTestMarks(table, { userId, agentId, version });
    for (const { test_id: id, name, reason } of requiredTestsOf(ids, tests, marks)) {
      if (reason === null) continue;
      const msg = `Version ${version} has not passed the test ${name === null ? id : `"${name}" (${id})`}: ${reason}.`;
      issues.push({ loc: ['body', 'version'], msg, type: 'tests_not_passed' });
    }
  }
  if (issues.length > 0) throw new ApiError('conflict', issues);
  return {};
}

/** The required tests of an agent with a version, by the marks that they left on it. */
export const requiredTestsOf = (
  ids: readonly string[],
  tests: ReadonlyMap<string, PresentTest>,
  marks: readonly TestMark[],
): RequiredTest[] =>
  ids.map((id) => {
    const test = tests.get(id);
    const mark = marks.find(({ test_id }) => test_id === id);
    const reason = test ? reasonOf(mark, test.hash) : 'it was deleted';
    return { test_id: id, name: test?.name ?? null, reason: reason ?? null };
  });

function notForced(loc: readonly string[], what: string): ApiError {
  const msg = `Only a token with the scope ${FORCE_SCOPE} may ${what}.`;
  return new ApiError('missing_scope', [{ loc, msg, type: 'missing_scope' }]);
}

function reasonOf(mark: TestMark | undefined, hash: string): string | undefined {
  if (!mark) return 'it was not run with this version';
  if (mark.test_hash !== hash) return 'the test changed since';
  const { status, not_checked: unchecked, run_id: run } = mark;
  if (status !== 'passed') return `see the run ${run}`;
  return unchecked > 0
    ? `its run did not check ${unchecked} of the expectations; see the run ${run}`
    : undefined;
}
