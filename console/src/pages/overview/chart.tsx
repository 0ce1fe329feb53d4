import { colourOf } from '../../parts/colour-of.ts';
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { timeMark } from '../../format/date-time.ts';
import { count } from '../../format/numbers.ts';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { RESULTS, type Series } from './summary.ts';

const HEIGHT_PX = 240;

/** Calls over time by result, as stacked bars. A table below has the same figures. */
export default function Chart({ series }: { readonly series: Series }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const chart = new uPlot(optionsOf(current, series.times), stacked(series), current);
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: current.clientWidth, height: HEIGHT_PX }),
    );
    resized.observe(current);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [series]);
  return (
    <>
      <div ref={place} className="chart" aria-hidden="true" />
      <ul className="legend" aria-hidden="true">
        {RESULTS.map((name, at) => (
          <li key={name} style={colourOf(`var(--result-${at})`)}>
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>View as table</summary>
        <Table
          label="Calls over time"
          rows={series.times}
          keyOf={(time) => time}
          columns={{
            From: (time) => <When at={new Date(time * 1000).toISOString()} />,
            ...Object.fromEntries(
              RESULTS.map((name, row) => [
                name,
                (_: number, at: number) => series.counts[row]?.[at] ?? 'not read',
              ]),
            ),
          }}
        />
      </details>
    </>
  );
}

/**
 * Bars stand on one another: each row of the chart is the sum of the results up to its own, the highest drawn first. An
 * interval that was not read has no bar.
 */
function stacked({ times, counts }: Series): uPlot.AlignedData {
  const sums = counts.map((own, upTo) =>
    times.map((__, at) =>
      (own[at] ?? null) === null
        ? null
        : counts.slice(0, upTo + 1).reduce((sum, row) => sum + (row[at] ?? 0), 0),
    ),
  );
  return [[...times], ...sums.reverse()];
}

function optionsOf(place: HTMLElement, times: readonly number[]): uPlot.Options {
  // A bar stands from the beginning of its interval to its end.
  const [first = 0, second = first + 3600] = times;
  const last = times.at(-1) ?? first;
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
    cursor: { show: false },
    scales: {
      x: { range: [first, last + second - first] },
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
      ...RESULTS.map((label, at) => ({
        label,
        fill: colour(`--result-${at}`),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })).reverse(),
    ],
  };
}
