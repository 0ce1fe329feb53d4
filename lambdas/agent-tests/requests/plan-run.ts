import * as z from 'zod/mini';
import { type Issue, invalidInput } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import { requireCallsScope } from '../../http/references.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadListItems } from '../../records/store/lists/bounds.ts';
import { findRecords } from '../../records/store/records.ts';
import {
  type AgentTest,
  agentOfTest,
  agentTest,
  agentTestKind,
  hashOfTest,
  type Test,
} from '../model/agent-test.ts';
import { MAX_CASES, type TestRunInput } from '../model/test-run.ts';
import type { NewCase, NewRun } from '../store/test-runs.ts';
import { RunAgents, type RunContext, type WantedVersion } from './agents-of-run.ts';
import { scriptOfCall } from './script-of-call.ts';

/** Maximum number of issues in one answer. */
const MAX_ISSUES = 20;

/** Maximum number of agent versions in a run: the snapshot of each is stored. */
const MAX_SNAPSHOTS = 50;

/** Maximum bytes of the tests of a run as JSON. */
const MAX_BYTES = 5_000_000;

/** Stored tests that are read at once: 5 MB at most. */
const BATCH = 25;

interface PlanContext extends RunContext {
  /** The scopes of the token; undefined if it may do everything. */
  readonly granted: readonly string[] | undefined;
}

/** A test as it was written, and parsed; `loc` is where the request names it. */
interface PlannedTest {
  readonly id: string | null;
  readonly loc: readonly string[];
  readonly content: object;
  readonly hash: string;
  readonly parsed: AgentTest;
  /** The call whose turns it has. */
  readonly call_id?: string;
}

/** Resolves tests, agents and versions, so that later changes don't matter. Throws all issues at once. */
export async function planRun(table: Table, input: TestRunInput, context: PlanContext): Promise<NewRun> {
  const { userId } = context;
  const id = context.newId();
  const issues: Issue[] = [];
  const tests: PlannedTest[] = [];
  for (const each of await loadTests(table, userId, input)) {
    const script = each.parsed.call ? await scriptOf(table, each, context) : each;
    if ('issue' in script) issues.push(script.issue);
    else tests.push(script);
  }
  const wanted = tests.flatMap((each) => {
    const loc = input.agent === undefined ? [...each.loc, 'agent'] : ['body', 'agent'];
    const name = input.agent ?? each.parsed.agent;
    if (name === undefined) issues.push({ loc, msg: 'Name the agent of this test.', type: 'missing' });
    return name === undefined ? [] : [{ ...each, ...versionsOf(name, input, loc), loc }];
  });
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES));
  requireFew(wanted, input);
  const names = wanted.map(({ agent }) => agent);
  const agents = await RunAgents.find(table, names, context);
  const cases: NewCase[] = [];
  for (const [index, { parsed, agent, versions, id: testId, loc, call_id }] of wanted.entries()) {
    const { of, needed } = repetitionsOf(parsed, input);
    for (const { version, versionLoc } of versions) {
      const found = await agents.load(agent, version, { loc, versionLoc });
      if ('issues' in found) {
        issues.push(...found.issues);
        continue;
      }
      const common = {
        test_id: testId,
        name: parsed.name,
        ...found,
        input: index,
        ...(call_id !== undefined && { call_id }),
        of,
        needed,
      };
      for (let run = 1; run <= of; run += 1) cases.push({ ...common, run });
    }
  }
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES));
  const { snapshots } = agents;
  if (snapshots.size > MAX_SNAPSHOTS)
    throw tooMany(`A run may have at most ${MAX_SNAPSHOTS} agent versions.`);
  const { invariants, offline, timed } = input;
  const inputs = wanted.map(({ content, hash }) => ({
    kind: 'test' as const,
    test: content,
    hash,
    invariants,
    offline,
    timed,
  }));
  return { id, user_id: userId, kind: 'test', name: nameOf(tests), inputs, snapshots, cases };
}

const nameOf = ([first, ...others]: readonly PlannedTest[]) =>
  `${first?.parsed.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;

/** The agent that a name means, and its versions, with their places in the request. */
function versionsOf(name: string, { versions }: TestRunInput, loc: readonly string[]) {
  const { agent, version = 'published' } = agentOfTest(name);
  const own: WantedVersion = version;
  const wanted =
    versions &&
    [...new Set(versions)].map((each) => ({
      version: each,
      versionLoc: ['body', 'versions', String(versions.indexOf(each))],
    }));
  return { agent, versions: wanted ?? [{ version: own, versionLoc: loc }] };
}

function repetitionsOf({ caller }: AgentTest, { runs }: TestRunInput) {
  const of = caller?.pass?.runs ?? caller?.runs ?? runs;
  return { of, needed: caller?.pass?.needed ?? of };
}

function requireFew(
  wanted: readonly {
    readonly parsed: AgentTest;
    readonly versions: readonly unknown[];
    readonly content: object;
  }[],
  input: TestRunInput,
): void {
  const cases = wanted.reduce(
    (sum, { parsed, versions }) => sum + versions.length * repetitionsOf(parsed, input).of,
    0,
  );
  if (cases > MAX_CASES)
    throw tooMany(
      `A run may have at most ${MAX_CASES} cases: this one has ${cases} (tests × versions × runs).`,
    );
  const bytes = wanted.reduce((sum, { content }) => sum + Buffer.byteLength(JSON.stringify(content)), 0);
  if (bytes > MAX_BYTES) throw tooMany(TOO_LARGE);
}

const TOO_LARGE = `The tests of a run may have at most ${MAX_BYTES} bytes as JSON.`;

const tooMany = (msg: string) => invalidInput([{ loc: ['body'], msg, type: 'too_many_cases' }]);

/** The tests that a request names or has in it, and those with its labels. */
async function loadTests(
  table: Table,
  userId: string,
  { tests: given = [], labels }: TestRunInput,
): Promise<PlannedTest[]> {
  const ids = given.flatMap((each) => (typeof each === 'string' ? [each] : []));
  const labelled = labels ? await idsOfLabelled(table, userId, labels) : [];
  const records = await loadStored(table, userId, new Set([...ids, ...labelled]));
  const issues: Issue[] = [];
  const planned: PlannedTest[] = [];
  const add = (stored: object, loc: readonly string[], id: string | null) => {
    const { id: _, user_id: __, $schema: ___, ...fields }: Record<string, unknown> = { ...stored };
    const content = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    const { data, error } = parseInput(agentTest, content);
    if (data) planned.push({ id, loc, content, hash: hashOfTest(content), parsed: data });
    else issues.push(...issuesAt(loc, error));
  };
  for (const [index, each] of given.entries()) {
    const loc = ['body', 'tests', String(index)];
    const stored = typeof each === 'string' ? records.get(each) : each;
    if (stored) add(stored, loc, typeof each === 'string' ? each : null);
    else issues.push({ loc, msg: 'No test with this id.', type: 'unknown_reference' });
  }
  for (const testId of labelled) {
    const stored = records.get(testId);
    if (stored && !ids.includes(testId)) add(stored, ['body', 'labels'], testId);
  }
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES));
  if (planned.length > 0) return planned;
  const msg = 'No test has one of these labels.';
  throw invalidInput([{ loc: ['body', 'labels'], msg, type: 'unknown_label' }]);
}

/** A test of a recorded call as the script that repeats it. The test's own keys override or extend it. */
async function scriptOf(
  table: Table,
  test: PlannedTest,
  { userId, granted }: Pick<PlanContext, 'userId' | 'granted'>,
): Promise<PlannedTest | { readonly issue: Issue }> {
  const loc = [...test.loc, 'call', 'id'];
  requireCallsScope(granted, loc);
  const { call: named, finally: atEnd = [], ...own }: Partial<AgentTest> = { ...test.content };
  const made = named && (await scriptOfCall(table, { userId, callId: named.id }));
  if (!made) return { issue: { loc, msg: 'No call has this id.', type: 'unknown_reference' } };
  if ('issue' in made) return { issue: { loc, ...made.issue } };
  const content = { ...made.test, ...own, finally: [...(made.test.finally ?? []), ...atEnd] };
  return { ...test, content, parsed: agentTest.parse(content), call_id: named.id };
}

const listedLabels = z.object({ id: z.string(), labels: z._default(z.array(z.string()), []) });

/** The ids of a user's tests with one of these labels, in the order of their creation. */
async function idsOfLabelled(table: Table, userId: string, wanted: readonly string[]): Promise<string[]> {
  const items = await loadListItems(table, { userId, kind: agentTestKind });
  const tests = items.map((item) => listedLabels.parse(item));
  return tests.filter(({ labels }) => labels.some((label) => wanted.includes(label))).map(({ id }) => id);
}

/** Stored tests by their ids. Throws before it reads many more than a run may have. */
async function loadStored(
  table: Table,
  userId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Test>> {
  if (ids.size > MAX_CASES) throw tooMany(`A run may have at most ${MAX_CASES} cases: name fewer tests.`);
  const names = [...ids].map((id) => ({ kind: agentTestKind, id }));
  const found = new Map<string, Test>();
  let bytes = 0;
  for (let start = 0; start < names.length; start += BATCH) {
    const part = names.slice(start, start + BATCH);
    const records = await findRecords(table, userId, part);
    const tests = part.flatMap(({ id }) => records.get(agentTestKind, id) ?? []);
    for (const stored of tests) found.set(stored.id, stored);
    bytes += Buffer.byteLength(JSON.stringify(tests));
    if (bytes > MAX_BYTES) throw tooMany(TOO_LARGE);
  }
  return found;
}
