import { Link } from '@tanstack/react-router';
import { Table } from '../../parts/table.tsx';
import { StatusBadge, Untrusted } from '../../parts/values.tsx';
import { withoutJson } from './expectation.ts';
import { caseName, kindWords, REPLAY_WORDS } from './replay.ts';
import type { TestCase } from './test-api.ts';

/** Calls of a replay, each with its first difference. */
export function ReplayedCalls({ run, cases }: { readonly run: string; readonly cases: readonly TestCase[] }) {
  return (
    <Table
      label="Replayed calls"
      rows={cases}
      keyOf={({ number }) => number}
      columns={{
        Call: (row) => <CaseLink run={run} row={row} />,
        Result: (row) => <StatusBadge status={REPLAY_WORDS[row.status]} />,
        'First difference': (row) => <FirstDifference row={row} />,
        Turns: ({ comparison: turns }) =>
          turns && `${turns.same} same, ${turns.different} different, ${turns.diverged} diverged`,
      }}
    />
  );
}

export interface CaseOf {
  readonly run: string;
  readonly row: TestCase;
}

export const CaseLink = ({ run, row: { number, name } }: CaseOf) => (
  <Link to="/tests/runs/$id" params={{ id: run }} search={{ case: String(number) }} className="row-link">
    <bdi>{caseName(name)}</bdi>
  </Link>
);

function FirstDifference({ row: { comparison, error } }: Pick<CaseOf, 'row'>) {
  if (error !== null) return <Untrusted text={error} shown={200} />;
  if (!comparison) return null;
  const { first, reason, diverged_at: at } = comparison;
  return (
    <>
      {first && (
        <div>
          Turn {first.turn}, {kindWords(first.kind)}:{' '}
          <del>
            <Untrusted text={withoutJson(first.before)} shown={200} />
          </del>{' '}
          <ins>
            <Untrusted text={withoutJson(first.after)} shown={200} />
          </ins>
        </div>
      )}
      {reason !== null && (
        <div className="help">
          {at !== null && `Turn ${at}: `}
          <Untrusted text={withoutJson(reason)} shown={200} />
        </div>
      )}
    </>
  );
}
