import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { colourOf } from '../../format/colour-of.ts';
import { timeMark } from '../../format/date-time.ts';
import { count } from '../../format/numbers.ts';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/values.tsx';
import { type Interval, RESULTS } from './summary.ts';

/** Times that stand below the bars at most. */
const MOST_TIMES = 8;

/**
 * Calls over time by result, as stacked bars. The bar under the pointer shows its figures, and leads to its calls. A
 * table below has the same.
 */
export default function Chart({ intervals }: { readonly intervals: readonly Interval[] }) {
  const [pointed, setPointed] = useState(-1);
  const interval = intervals[pointed];
  const most = Math.max(4, ...intervals.map(totalOf));
  const step = Math.ceil(intervals.length / MOST_TIMES);
  return (
    <>
      <div className="chart" aria-hidden="true" onMouseLeave={() => setPointed(-1)}>
        <div className="scale">
          <span>{count(most)}</span>
          <span>{count(most / 2, 1)}</span>
          <span>0</span>
        </div>
        {intervals.map((one, at) => (
          <Link
            key={one.from}
            to="/calls"
            search={searchOf(one)}
            tabIndex={-1}
            onMouseEnter={() => setPointed(at)}
          >
            {RESULTS.map(([result], kind) => (
              <span
                key={result}
                style={{
                  ...colourOf(`var(--result-${kind})`),
                  height: `${(100 * (one.figures?.results[result] ?? 0)) / most}%`,
                }}
              />
            ))}
            {at % step === 0 && (
              <time>{timeMark(one.from / 1000, (step * (one.until - one.from)) / 1000)}</time>
            )}
          </Link>
        ))}
        {interval && (
          <dl className="pointed" style={{ insetInlineStart: `${(100 * pointed) / intervals.length}%` }}>
            <When at={new Date(interval.from).toISOString()} />
            {RESULTS.map(([result, name]) => (
              <div key={result}>
                <dt>{name}</dt> <dd>{count(interval.figures?.results[result] ?? 0)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <ul className="legend" aria-hidden="true">
        {RESULTS.map(([result, name], at) => (
          <li key={result} style={colourOf(`var(--result-${at})`)}>
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>View as table</summary>
        <Table
          label="Calls over time"
          rows={intervals}
          keyOf={({ from }) => from}
          columns={{
            From: (one) => (
              <Link to="/calls" search={searchOf(one)}>
                <When at={new Date(one.from).toISOString()} />
              </Link>
            ),
            ...Object.fromEntries(
              RESULTS.map(([result, name]) => [
                name,
                ({ figures }: Interval) => figures?.results[result] ?? 0,
              ]),
            ),
          }}
        />
      </details>
    </>
  );
}

const totalOf = ({ figures }: Interval) =>
  RESULTS.reduce((sum, [result]) => sum + (figures?.results[result] ?? 0), 0);

const searchOf = ({ from, until }: Interval) => ({
  after: new Date(from).toISOString(),
  before: new Date(until).toISOString(),
});
