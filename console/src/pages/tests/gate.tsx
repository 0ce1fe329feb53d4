import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from 'phone-call-agents-client';
import { adviceOn } from '../../api/fault.ts';
import { agentOf, testsList } from '../../api/lists.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { useRunTests } from './test-api.ts';

/** The type of a refusal to publish a version that did not pass its tests, or to roll back to it. */
const NOT_PASSED = 'tests_not_passed';

/** Why a version was not published. If its tests have not passed, it names them and offers to run them. */
export function NotPublished({
  agent,
  version,
  error,
}: {
  readonly agent: string;
  readonly version: number;
  readonly error: unknown;
}) {
  const found = useQuery(agentOf(agent));
  const tests = useQuery(testsList);
  const run = useRunTests();
  const issues = error instanceof ApiError ? error.issues.filter(({ type }) => type === NOT_PASSED) : [];
  if (issues.length === 0) return <FaultNote error={error} />;
  const required = found.data?.publish_requires ?? [];
  const known = (tests.data ?? []).filter(({ id }) => required.includes(id));
  return (
    <div className="note bad" role="alert">
      <strong>Version {version} was not published: it must pass its tests first</strong>
      <ul>
        {issues.map(({ msg }) => {
          const test = known.find(({ id }) => msg.includes(id));
          return (
            <li key={msg}>
              <Untrusted text={msg} />{' '}
              {test && (
                <Link to="/tests/$id" params={{ id: test.id }}>
                  Open the test
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <div className="actions" role="status">
        {run.data ? (
          <Link to="/tests/runs/$id" params={{ id: run.data.id }}>
            The tests are running: see the run
          </Link>
        ) : (
          <button
            type="button"
            disabled={run.isPending}
            onClick={() => run.mutate({ tests: [...required], agent, versions: [version] })}
          >
            Run them with version {version}
          </button>
        )}
        {run.error && <span>{adviceOn(run.error).text}</span>}
      </div>
    </div>
  );
}
