import { IconButton, SelectField } from '../../parts/controls.tsx';
import { Empty, FaultNote } from '../../parts/query-state.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import './tests.css';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Play, Plus } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { testsList, versionsOf } from '../../api/lists.ts';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { type Cell, cellKey, cellsOf, isOf } from './matrix.ts';
import { type ListedTest, latestRuns, marksOf, runOf, useRunTests } from './test-api.ts';

/** Newest versions that have a column, besides the live ones. */
const MOST_VERSIONS = 4;

/** Versions of one run: the API's limit. */
const MOST_AT_ONCE = 5;

type Agent = Pick<Schema<'ListedAgent'>, 'id' | 'name'>;

/** An agent's tests by its versions, each with what it last came to. The address has the label and the versions that are compared. */
export default function TestMatrix({ agent }: { readonly agent: Agent }) {
  const tests = useQuery(testsList);
  const columns = useColumns(agent.id);
  const numbers = columns.map(({ version }) => version);
  const { cells, error, isPending } = useCells(agent.id, numbers);
  const { label, from, to } = useSearch({ strict: false });
  const own = (tests.data ?? []).filter((test) => isOf(test, agent));
  const shown = own.filter(({ labels }) => label === undefined || labels.includes(label));
  const run = useRunTests();
  const start = (rows: readonly ListedTest[], versions: readonly (number | 'draft' | 'published')[]) =>
    rows.length > 0 &&
    run.mutate({
      tests: rows.map(({ id }) => id),
      agent: agent.id,
      versions: versions.slice(0, MOST_AT_ONCE),
    });
  const compared = from !== undefined && to !== undefined && from !== to;
  if (!tests.data) return <QueryState query={tests} what="tests" lines={6} />;
  if (own.length === 0) return <NoTests agent={agent.id} />;
  return (
    <>
      {error && <FaultNote error={error} />}
      <div className="matrix-bar row">
        <Choices labels={[...new Set(own.flatMap(({ labels }) => labels))].sort()} columns={columns} />
        <div className="actions">
          <MenuButton
            label="Run all"
            icon={Play}
            items={[
              { label: 'With the agent as it is now', onAction: () => start(shown, ['draft']) },
              { label: 'With all displayed versions', onAction: () => start(shown, numbers) },
              ...columns.map(({ version, title }) => ({
                label: `With ${title.toLowerCase()}`,
                onAction: () => start(shown, [version]),
              })),
            ]}
          >
            Run all
          </MenuButton>
          <NewTest agent={agent.id} />
        </div>
      </div>
      <Table
        label="Tests by version"
        rows={shown}
        columns={{
          Test: (test) => <TestLink test={test} />,
          ...Object.fromEntries(
            columns.map(({ version, title }) => [
              title,
              (test: ListedTest) => (
                <CellLink {...{ test, version, isPending }} cell={cells.get(cellKey(test.id, version))} />
              ),
            ]),
          ),
          ...(compared && {
            Difference: (test: ListedTest) => <Difference test={test} cells={cells} from={from} to={to} />,
          }),
          Run: (test) => (
            <IconButton
              icon={Play}
              label={`Run ${test.name}`}
              disabled={run.isPending}
              onClick={() => start([test], numbers)}
            />
          ),
        }}
      />
    </>
  );
}

/** A version of the agent that has a column. */
interface Column {
  readonly version: number;
  readonly title: string;
}

/** The newest versions and the live ones. */
function useColumns(agent: string): readonly Column[] {
  const { data: versions = [] } = useQuery(versionsOf(agent));
  const isLive = ({ published_weight: weight }: Schema<'ListedVersion'>) => (weight ?? 0) > 0;
  return versions
    .filter((one, at) => at < MOST_VERSIONS || isLive(one))
    .map((one) => ({
      version: one.version,
      title: `Version ${one.version}${isLive(one) ? ', live' : one.is_latest ? ', draft' : ''}`,
    }));
}

function useCells(agent: string, versions: readonly number[]) {
  const latest = useQuery(latestRuns({ agent_id: agent }));
  const runs = useQueries({
    queries: (latest.data ?? []).map(({ id }) => runOf(id)),
    combine: (answers) => ({ data: answers.flatMap(({ data }) => data ?? []), ...stateOf(answers) }),
  });
  const marks = useQueries({
    queries: versions.map((version) => marksOf(agent, version)),
    combine: (answers) => ({ data: answers.flatMap(({ data }) => data ?? []), ...stateOf(answers) }),
  });
  const all = stateOf([latest, runs, marks]);
  return { cells: cellsOf(agent, runs.data, marks.data), ...all };
}

/** Whether some of these are still being read, and why one could not be. */
const stateOf = (all: readonly Pick<UseQueryResult, 'isPending' | 'error'>[]) => ({
  isPending: all.some(({ isPending }) => isPending),
  error: all.find(({ error }) => error)?.error ?? null,
});

function Choices({
  labels,
  columns,
}: {
  readonly labels: readonly string[];
  readonly columns: readonly Column[];
}) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (changed: { readonly [Name in 'label' | 'from' | 'to']?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const named = columns.map(({ version, title }) => [String(version), title] as const);
  const fields = [
    ['label', 'Label', 'any', labels.map((label) => [label, label] as const)],
    ['from', 'Compare', 'nothing', named],
    ['to', 'with', 'nothing', named],
  ] as const;
  const offered = fields.filter(([name, , , options]) => options.length > (name === 'label' ? 0 : 1));
  return offered.map(([name, title, none, options]) => (
    <SelectField
      key={name}
      label={title}
      none={none}
      options={options}
      value={search[name] ?? ''}
      onChange={(value) => set({ [name]: value || undefined })}
    />
  ));
}

export function TestLink({ test: { id, name, labels } }: { readonly test: ListedTest }) {
  return (
    <span className="row">
      <Link to="/tests/$id" params={{ id }}>
        <bdi>{name}</bdi>
      </Link>
      {labels.map((label) => (
        <bdi key={label} className="badge">
          {label}
        </bdi>
      ))}
    </span>
  );
}

function CellLink({
  test: { id, name },
  version,
  cell,
  isPending,
}: {
  readonly test: ListedTest;
  readonly version: number;
  readonly cell: Cell | undefined;
  /** Whether its runs are still being read. */
  readonly isPending: boolean;
}) {
  if (!cell) return <span className="faint">{isPending ? 'loading …' : 'not run'}</span>;
  return (
    <Link
      to="/tests/runs/$id"
      params={{ id: cell.run }}
      search={{ test: id, version: String(version) }}
      aria-label={`${name}, version ${version}: ${cell.status}`}
    >
      <StatusBadge status={cell.status} />
    </Link>
  );
}

/** Leads to the two conversations beside each other, if there are two. */
function Difference({
  test: { id, name },
  cells,
  from,
  to,
}: {
  readonly test: ListedTest;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly from: string;
  readonly to: string;
}) {
  const [before, after] = [cells.get(cellKey(id, from)), cells.get(cellKey(id, to))];
  if (!before || !after) return <span className="faint">–</span>;
  return (
    <Link
      to="/tests/difference"
      search={{ test: id, from, to, before: before.run, after: after.run }}
      aria-label={`Difference of ${name}`}
    >
      Turn by turn
    </Link>
  );
}

export const NewTest = ({ agent }: { readonly agent?: string }) => (
  <Link
    to="/tests/$id"
    params={{ id: 'new' }}
    search={agent === undefined ? {} : { agent }}
    className="button"
  >
    <Plus size={16} aria-hidden="true" /> New test
  </Link>
);

function NoTests({ agent }: { readonly agent: string }) {
  return (
    <Empty title="No tests yet">
      <p>
        A test plays a conversation with the agent and checks what it says and does. Nobody is called. Save a
        call or a conversation of the playground as a test, or write one.
      </p>
      <NewTest agent={agent} />
    </Empty>
  );
}
