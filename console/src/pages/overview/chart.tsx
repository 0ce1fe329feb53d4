import { Link } from '@tanstack/react-router';
import { colourOf } from '../../format/colour-of.ts';
import { timeMark } from '../../format/date-time.ts';
import { count } from '../../format/numbers.ts';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/values.tsx';
import { type Interval, RESULTS } from './summary.ts';

/** Times below the bars. */
const MARKS = 7;

/** Calls over time by result, as stacked bars that lead to their calls. A table below has the same. */
export function Chart({ intervals }: { readonly intervals: readonly Interval[] }) {
  const sums = intervals.map((one) => RESULTS.reduce((sum, [result]) => sum + of(one, result), 0));
  // A multiple of four, so that both lines of the scale are at whole numbers.
  const most = Math.ceil(Math.max(...sums, 1) / 4) * 4;
  const step = Math.ceil(intervals.length / MARKS);
  return (
    <>
      <div className="chart" aria-hidden="true">
        <div className="scale">
          {[most, most / 2, 0].map((value) => (
            <span key={value}>{count(value)}</span>
          ))}
        </div>
        {intervals.map((interval, at) => (
          <Link key={interval.from} to="/calls" search={searchOf(interval)} tabIndex={-1} draggable={false}>
            {at % step === 0 && <small>{timeMark(interval.from, interval.until - interval.from)}</small>}
            {RESULTS.map(([result], kind) => (
              <span
                key={result}
                style={{
                  height: `${(of(interval, result) / most) * 100}%`,
                  ...colourOf(`var(--result-${kind})`),
                }}
              />
            ))}
            <dl className="pointed">
              <When at={new Date(interval.from).toISOString()} />
              {RESULTS.map(([result, name]) => (
                <div key={result}>
                  <dt>{name}</dt> <dd>{count(of(interval, result))}</dd>
                </div>
              ))}
            </dl>
          </Link>
        ))}
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
              RESULTS.map(([result, name]) => [name, (one: Interval) => of(one, result)]),
            ),
          }}
        />
      </details>
    </>
  );
}

const of = ({ figures }: Interval, result: (typeof RESULTS)[number][0]) => figures?.results[result] ?? 0;

const searchOf = ({ from, until }: Interval) => ({
  after: new Date(from).toISOString(),
  before: new Date(until).toISOString(),
});
