import './tests.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import { pairsOf } from './difference.ts';
import { caseFor } from './matrix.ts';
import { Played, Verdicts } from './played-turns.tsx';
import { type CaseResult, caseOf, type PlayedTurn, runOf, type TestCase } from './test-api.ts';

/** One test with two versions, turn by turn. The address has the test, the versions and their runs. */
export default function DifferencePage() {
  const {
    test,
    from = '',
    to = '',
    before = '',
    after = '',
  } = useSearch({ from: '/frame/tests/difference' });
  const left = useCase(before, test, from);
  const right = useCase(after, test, to);
  const name = left.found?.name ?? right.found?.name ?? 'Difference';
  const error = left.error ?? right.error;
  return (
    <Page
      title={
        <>
          <bdi>{name}</bdi>: versions {from} and {to}
        </>
      }
      name={name}
    >
      {error && <FaultNote error={error} />}
      {!error && (left.isPending || right.isPending) && <Loading what="the difference" lines={8} />}
      {left.found && right.found && (
        <div className="sides">
          <Head run={before} version={from} row={left.found} />
          <Head run={after} version={to} row={right.found} />
        </div>
      )}
      {left.found?.result && right.found?.result ? (
        <Pairs
          before={left.found.result}
          after={right.found.result}
          names={[`Version ${from}`, `Version ${to}`]}
        />
      ) : (
        !error &&
        !left.isPending &&
        !right.isPending && <p className="faint">One of the two has no result.</p>
      )}
    </Page>
  );
}

function useCase(run: string, test: string | undefined, version: string) {
  const whole = useQuery({ ...runOf(run), enabled: run !== '' });
  const row = whole.data && caseFor(whole.data, test, version);
  const found = useQuery({ ...caseOf(run, row?.number ?? 0), enabled: row !== undefined });
  return {
    found: found.data ?? undefined,
    error: whole.error ?? found.error,
    isPending: whole.isLoading || found.isLoading,
  };
}

function Head({
  run,
  version,
  row: { number, status },
}: {
  readonly run: string;
  readonly version: string;
  readonly row: TestCase;
}) {
  return (
    <h2>
      <Link to="/tests/runs/$id" params={{ id: run }} search={{ case: String(number) }}>
        Version {version}
      </Link>{' '}
      <StatusBadge status={status} />
    </h2>
  );
}

function Pairs({
  before,
  after,
  names,
}: {
  readonly before: CaseResult;
  readonly after: CaseResult;
  readonly names: readonly [string, string];
}) {
  const pairs = pairsOf(before, after);
  const differing = pairs.filter(({ differs }) => differs);
  return (
    <>
      <p role="status">
        {differing.length === 0 ? 'No differences' : `${differing.length} of ${pairs.length} turns differ.`}{' '}
        {differing[0] && <a href={`#pair-${differing[0].turn}`}>Go to the first one</a>}
      </p>
      <ol className="pairs">
        {pairs.map((pair) => (
          <li key={pair.turn} id={`pair-${pair.turn}`} tabIndex={-1} data-differs={pair.differs || undefined}>
            <div className="row">
              <span className="faint">{pair.turn === 0 ? 'Start' : `Turn ${pair.turn}`}</span>
              {pair.differs && <span className="badge busy">differs</span>}
            </div>
            <div className="sides">
              <Side name={names[0]} turn={pair.before} />
              <Side name={names[1]} turn={pair.after} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Side({ name, turn }: { readonly name: string; readonly turn: PlayedTurn | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what one version said and did, not of fields.
    <div role="group" aria-label={name}>
      {turn ? (
        <>
          <Played turn={turn} />
          <Verdicts label={`Expectations of turn ${turn.turn}`} verdicts={turn.verdicts} />
        </>
      ) : (
        <p className="faint">No such turn</p>
      )}
    </div>
  );
}
