import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import './tests.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { EntryView } from '../conversation/entry.tsx';
import { pairsOf, type TurnPair } from './difference.ts';
import { caseFor } from './matrix.ts';
import { Pairs } from './pairs.tsx';
import { playedEntries, turnId } from './played-turns.tsx';
import { caseOf, type PlayedTurn, runOf, type TestCase } from './test-api.ts';

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
        <Difference
          pairs={pairsOf(left.found.result, right.found.result)}
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

function Difference({
  pairs,
  names,
}: {
  readonly pairs: readonly TurnPair[];
  readonly names: readonly [string, string];
}) {
  const differing = pairs.filter(({ differs }) => differs);
  return (
    <>
      <p role="status">
        {differing.length === 0 ? 'No differences' : `${differing.length} of ${pairs.length} turns differ.`}{' '}
        {differing[0] && <a href={`#${turnId(differing[0].turn)}`}>Go to the first one</a>}
      </p>
      <Pairs
        names={names}
        pairs={pairs.map(({ turn, differs, before, after }) => ({
          turn,
          differs,
          head: differs && <span className="badge busy">differs</span>,
          sides: [sideOf(before), sideOf(after)],
        }))}
      />
    </>
  );
}

const sideOf = (turn: PlayedTurn | undefined) =>
  turn && playedEntries(turn).map((entry) => <EntryView key={entry.key} entry={entry} />);
