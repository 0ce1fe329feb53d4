import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { adviceOn } from '../../api/fault.ts';
import { versionOf } from '../../api/lists.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { runOf, useRunTests } from './test-api.ts';

/** The tests that a version must pass before it is published. Those that it has not passed can be run. */
export function Gate({ agent, version }: { readonly agent: string; readonly version: number }) {
  const shown = useQuery(versionOf(agent, version));
  const { run, isRunning } = useRunOfGate(agent, version);
  const { required_tests: required = [], tests = [] } = shown.data ?? {};
  const missing = required.filter(({ name, reason }) => name !== null && reason !== null);
  return (
    <section aria-label="Required tests">
      <h3>Required tests</h3>
      <QueryState query={shown} what="the tests" />
      {shown.data && required.length === 0 && (
        <p className="faint">None. Choose tests that a version must pass on the tab Tests.</p>
      )}
      <ul className="gate">
        {required.map(({ test_id: id, name, reason }) => {
          const mark = tests.find(({ test_id: one }) => one === id);
          return (
            <li key={id}>
              <StatusBadge status={reason === null ? 'passed' : (mark?.status ?? 'not run')} />{' '}
              <Link to="/tests/$id" params={{ id }}>
                <bdi>{name ?? id}</bdi>
              </Link>{' '}
              {mark && mark.status !== 'passed' ? (
                <Link to="/tests/runs/$id" params={{ id: mark.run_id }} className="help">
                  See the run
                </Link>
              ) : (
                <p className="help">{reason}</p>
              )}
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && (
        <div className="actions" role="status">
          <button
            type="button"
            disabled={isRunning}
            onClick={() =>
              run.mutate({ tests: missing.map(({ test_id: id }) => id), agent, versions: [version] })
            }
          >
            {missing.length === 1 ? 'Run the missing one' : `Run the ${missing.length} missing ones`}
          </button>
          {isRunning && <span className="faint">Running …</span>}
          {run.error && <span className="fault">{adviceOn(run.error).text}</span>}
        </div>
      )}
    </section>
  );
}

/** A run of tests. When it is over, the version is read again. */
function useRunOfGate(agent: string, version: number) {
  const queries = useQueryClient();
  const run = useRunTests();
  const { data } = useQuery({ ...runOf(run.data?.id ?? ''), enabled: run.isSuccess });
  const status = data?.status;
  useEffect(() => {
    if (status !== undefined && status !== 'running')
      void queries.invalidateQueries({ queryKey: versionOf(agent, version).queryKey });
  }, [queries, agent, version, status]);
  return { run, isRunning: run.isPending || (run.isSuccess && (status ?? 'running') === 'running') };
}
