import { colourOf } from '../../format/colour-of.ts';
import 'uplot/dist/uPlot.min.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { timeMark } from '../../format/date-time.ts';
import { count } from '../../format/numbers.ts';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/values.tsx';
import { type Interval, RESULTS } from './summary.ts';

const HEIGHT_PX = 240;

/**
 * Calls over time by result, as stacked bars. The bar under the pointer shows its figures, and leads to its calls. A
 * table below has the same.
 */
export default function Chart({ intervals }: { readonly intervals: readonly Interval[] }) {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<{ readonly at: number; readonly left: number }>();
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const options = optionsOf(current, intervals);
    const chart = new uPlot({ ...options, hooks: { setCursor: [point] } }, stacked(intervals), current);
    // A bar reaches from its beginning to the next one, while the chart's own index is that of the nearest beginning.
    function point({ cursor: { left = -1 }, posToVal }: uPlot) {
      const seconds = posToVal(left, 'x');
      const at = intervals.findLastIndex(({ from }) => from / 1000 <= seconds);
      setPointed(left < 0 || at < 0 ? undefined : { at, left });
    }
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: current.clientWidth, height: HEIGHT_PX }),
    );
    resized.observe(current);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [intervals]);
  const interval = pointed && intervals[pointed.at];
  return (
    <>
      <div
        ref={place}
        className="chart"
        aria-hidden="true"
        onClick={() => interval && void navigate({ to: '/calls', search: searchOf(interval) })}
      >
        {interval && (
          <dl className="pointed" style={{ insetInlineStart: pointed.left }}>
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

const searchOf = ({ from, until }: Interval) => ({
  after: new Date(from).toISOString(),
  before: new Date(until).toISOString(),
});

/** Bars stand on one another: each row of the chart is the sum of the results up to its own, the highest drawn first. */
function stacked(intervals: readonly Interval[]): uPlot.AlignedData {
  const sums = RESULTS.map((_, upTo) =>
    intervals.map(({ figures }) =>
      RESULTS.slice(0, upTo + 1).reduce((sum, [result]) => sum + (figures?.results[result] ?? 0), 0),
    ),
  );
  return [intervals.map(({ from }) => from / 1000), ...sums.reverse()];
}

function optionsOf(place: HTMLElement, intervals: readonly Interval[]): uPlot.Options {
  // A bar stands from the beginning of its interval to its end.
  const [first, last] = [(intervals[0]?.from ?? 0) / 1000, (intervals.at(-1)?.until ?? 0) / 1000];
  // A colour of the stylesheet differs by theme, which the canvas does not resolve by itself.
  const style = getComputedStyle(place);
  const colour = (name: string) => {
    place.style.color = `var(${name})`;
    return style.color;
  };
  const bars = uPlot.paths.bars?.({ size: [0.85, 80], align: 1 });
  const axis = { stroke: colour('--faint'), grid: { stroke: colour('--line'), width: 1 } };
  return {
    width: place.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { range: [first, last] },
      y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] },
    },
    axes: [
      { ...axis, values: (_, marks, __, ___, step) => marks.map((mark) => timeMark(mark, step)) },
      {
        ...axis,
        size: 40,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
        values: (_, marks) => marks.map((mark) => count(mark)),
      },
    ],
    series: [
      {},
      ...RESULTS.map(([, label], at) => ({
        label,
        fill: colour(`--result-${at}`),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })).reverse(),
    ],
  };
}
