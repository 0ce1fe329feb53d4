import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { StatusBadge } from '../../parts/values.tsx';
import './tests.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { EntryView } from '../conversation/entry.tsx';
import { pairsOf } from './difference.ts';
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
  const [old, now] = [left.found?.result, right.found?.result];
  const pairs = old && now && pairsOf(old, now);
  const differing = pairs?.filter(({ differs }) => differs) ?? [];
  const [first] = differing;
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
          {headOf(before, from, left.found)}
          {headOf(after, to, right.found)}
        </div>
      )}
      {pairs ? (
        <>
          <p role="status">
            {first ? `${differing.length} of ${pairs.length} turns differ.` : 'No differences'}{' '}
            {first && <a href={`#${turnId(first.turn)}`}>Go to the first one</a>}
          </p>
          <Pairs
            names={[`Version ${from}`, `Version ${to}`]}
            pairs={pairs.map(({ turn, differs, ...sides }) => ({
              turn,
              differs,
              head: differs && <span className="badge busy">differs</span>,
              sides: [sideOf(sides.before), sideOf(sides.after)],
            }))}
          />
        </>
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

const headOf = (run: string, version: string, { number, status }: TestCase) => (
  <h2>
    <Link to="/tests/runs/$id" params={{ id: run }} search={{ case: String(number) }}>
      Version {version}
    </Link>{' '}
    <StatusBadge status={status} />
  </h2>
);

const sideOf = (turn: PlayedTurn | undefined) =>
  turn && playedEntries(turn).map((entry) => <EntryView key={entry.key} entry={entry} />);
