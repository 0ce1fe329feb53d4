import { queryOptions } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.ts';
import { allOf, versionOf } from '../../api/lists.ts';
import { useAct } from '../../parts/use-act.ts';

export type CaseStatus = Schema<'TestCaseStatus'>;
export type CaseResult = Schema<'CaseResult'>;
export type ListedTest = Schema<'ListedTest'>;
export type ListedTestRun = Schema<'ListedTestRun'>;
export type Mark = Schema<'TestMark'>;
export type PlayedTurn = Schema<'PlayedTurn'>;
export type StoredTest = Schema<'Test'>;
export type TestCase = Schema<'TestCase'>;
export type TestRun = Schema<'TestRun'>;
export type Verdict = Schema<'Verdict'>;

/** A test as its user wrote it: the API says what is wrong with it. */
export interface TestBody {
  readonly name?: string;
  readonly [field: string]: unknown;
}

const post = async <Body>(target: string, body: unknown): Promise<Body> =>
  (await api.request<Body>('POST', target, { body })).data;

/** Milliseconds between two looks at a run that goes on. */
const LIVE_MS = 1_500;

export const testOf = (id: string) =>
  queryOptions({
    queryKey: ['tests', 'test', id],
    queryFn: () => api.get('/v1/tests', { query: { id } }),
  });

/** The newest runs, of an agent or a test. */
export const latestRuns = (filter: {
  readonly agent_id?: string | undefined;
  readonly test_id?: string | undefined;
}) =>
  queryOptions({
    queryKey: ['tests', 'runs', filter],
    queryFn: () => api.get('/v1/tests/runs/list', { query: { ...filter, size: 10 } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? LIVE_MS : false,
  });

/** A run with its cases, which are looked at again while it goes on. */
export const runOf = (id: string) =>
  queryOptions({
    queryKey: ['tests', 'run', id],
    queryFn: () => api.get('/v1/tests/runs', { query: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LIVE_MS : false),
  });

/** A case with its result, once it has one. */
export const caseOf = (run: string, number: number) =>
  queryOptions({
    queryKey: ['tests', 'run', run, number],
    queryFn: async () =>
      (await api.get('/v1/tests/runs', { query: { id: run, case: number } })).cases[0] ?? null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'queued' || state.data?.status === 'running' ? LIVE_MS : false,
  });

/** What tests last came to with a version of an agent. */
export const marksOf = (agent: string, version: number) =>
  queryOptions({
    ...versionOf(agent, version),
    select: ({ tests }) => tests.map((mark) => ({ ...mark, version })),
  });

/** A test with a recorded call's turns, which is not stored, and what it lacks; and the call's record. */
export const testFromCall = (id: string) =>
  queryOptions({
    queryKey: ['test from call', id],
    queryFn: async () => {
      const [made, turns] = await Promise.all([
        api.post('/v1/tests/from_call', { query: { id } }),
        allOf(api.list('/v1/calls/turns', { query: { id, size: 100 } })),
      ]);
      return { ...made, turns };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What is run: stored tests by their ids, and others as they are. */
type Run = Pick<Schema<'TestRunInput'>, 'agent' | 'versions'> & {
  readonly tests: readonly (string | TestBody)[];
};

/** Runs tests. Gets the run, whose cases wait then. */
export const useRunTests = (onDone: (run: TestRun) => void = () => undefined) =>
  useAct({
    act: (body: Run) => post<TestRun>('/v1/tests/run', body),
    // A run of an agent as it is now may make a version of it.
    changes: [['tests'], ['agents'], ['version']],
    onDone,
  });

export const createTest = (body: TestBody) => post<StoredTest>('/v1/tests/create', body);

export const updateTest = (id: string, body: TestBody) =>
  post<StoredTest>(`/v1/tests/update?id=${encodeURIComponent(id)}`, body);

export const deleteTest = (id: string) => api.post('/v1/tests/delete', { query: { id } });
