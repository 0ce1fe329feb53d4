import { QueryState } from '../../parts/query-state.tsx';
import { RelativeTime, StatusBadge, Untrusted } from '../../parts/values.tsx';
import './tests.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Neighbours } from '../../parts/neighbours.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { failureOf } from './expectation.ts';
import { caseFor } from './matrix.ts';
import { caseName, inOrder, kindsOf, kindWords } from './replay.ts';
import { CaseLink, type CaseOf, ReplayedCalls } from './replayed-calls.tsx';
import { countsText } from './run-table.tsx';
import { runOf, type TestRun } from './test-api.ts';

const CaseView = onDemand(() => import('./case-view.tsx'), 'the case', 8);

/** A run while it goes and when it is over. The address may have a case: by its number, or by its test and version. */
export default function RunPage() {
  const { id } = useParams({ from: '/frame/tests/runs/$id' });
  const search = useSearch({ from: '/frame/tests/runs/$id' });
  const run = useQuery(runOf(id));
  const { cases = [] } = run.data ?? {};
  const asked =
    cases.find(({ number }) => String(number) === search.case) ??
    caseFor({ cases }, search.test, search.version);
  const name = asked ? caseName(asked.name) : (run.data?.name ?? 'Run');
  const over = cases.filter(({ status }) => status !== 'queued' && status !== 'running').length;
  const kinds = kindsOf(cases);
  return (
    <Page
      title={
        <>
          <bdi>{name}</bdi> {run.data && !asked && <StatusBadge status={run.data.status} />}
        </>
      }
      name={name}
      actions={
        <Neighbours
          what="run"
          id={id}
          read={() => api.get('/v1/tests/runs/list', { query: { size: 100 } })}
        />
      }
    >
      <QueryState query={run} what="the run" lines={8} />
      {run.data && (
        <div className="row run-progress">
          {run.data.status === 'running' && (
            <progress aria-label="Completed cases" max={cases.length} value={over} />
          )}
          <span role="status">{countsText(run.data)}</span>
          {kinds.length > 0 && (
            <span className="faint">
              Differences: {kinds.map(([kind, number]) => `${number} × ${kindWords(kind)}`).join(', ')}
            </span>
          )}
          <span className="faint">
            started <RelativeTime at={run.data.created_at} />
          </span>
          {asked && (
            <Link to="/tests/runs/$id" params={{ id }}>
              The whole run
            </Link>
          )}
        </div>
      )}
      {run.data && !asked && <Cases run={run.data} />}
      {asked && <CaseView key={asked.number} run={id} number={asked.number} />}
    </Page>
  );
}

function Cases({ run: { id, kind, status, cases } }: { readonly run: TestRun }) {
  // Rows that are read stay where they are while others are played.
  const shown = status === 'running' ? cases : inOrder(cases);
  return kind === 'replay' ? (
    <ReplayedCalls run={id} cases={shown} />
  ) : (
    <Table
      label="Cases"
      rows={shown}
      keyOf={({ number }) => number}
      columns={{
        Test: (row) => <CaseLink run={id} row={row} />,
        Agent: ({ agent_name: name, agent_version: version, repeated, run }) => (
          <>
            <bdi>{name ?? 'the agent'}</bdi>, version {version}
            {repeated && `, run ${run} of ${repeated.of}`}
          </>
        ),
        Status: ({ status: of }) => <StatusBadge status={of} />,
        Failures: (row) => <Failures run={id} row={row} />,
      }}
    />
  );
}

/** What failed; each sentence leads to its turn. */
function Failures({ run, row: { number, error, failures } }: CaseOf) {
  if (error !== null) return <Untrusted text={error} shown={200} />;
  return (
    <ul className="failures">
      {failures.map((failure, at) => {
        const { turn, place, text } = failureOf(failure);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two failures may read alike.
          <li key={at}>
            <Link
              to="/tests/runs/$id"
              params={{ id: run }}
              search={{ case: String(number) }}
              hash={turn === undefined ? 'at-the-end' : `turn-${turn}`}
            >
              <bdi>{`${place}: ${text}`}</bdi>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
