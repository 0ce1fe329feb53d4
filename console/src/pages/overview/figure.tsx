import type { ReactNode } from 'react';
import { percent } from '../../format/numbers.ts';

/** A figure with its name, its course, and how much it has changed. */
export function Figure({
  name,
  value,
  feel,
  change,
  course = [],
  children,
}: {
  readonly name: string;
  readonly value: string;
  /** What callers feel of it, as a colour. The children say it in words. */
  readonly feel?: 'good' | 'busy' | 'bad' | undefined;
  /** The change against the time before, as a share of what it was then. */
  readonly change?: number | undefined;
  /** Its values over time. */
  readonly course?: readonly (number | undefined)[];
  readonly children?: ReactNode;
}) {
  const values = course.filter((one) => one !== undefined);
  return (
    <div className="figure">
      <h2>{name}</h2>
      <p className={feel === undefined ? 'value' : `value ${feel}`}>{value}</p>
      <p className="help">
        {change !== undefined && <Change change={change} />} {children}
      </p>
      {values.length > 1 && <Sparkline values={values} label={`${name} over time`} />}
    </div>
  );
}

function Change({ change }: { readonly change: number }) {
  if (Math.abs(change) < 0.005) return <span>unchanged</span>;
  return (
    <span>
      {change > 0 ? '↑' : '↓'} {percent(Math.abs(change))} {change > 0 ? 'more' : 'less'}
    </span>
  );
}

const [WIDTH, HEIGHT] = [100, 32];

/** A line of values without axes. */
function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[];
  /** What the line shows, with its course in words. */
  readonly label: string;
}) {
  const most = Math.max(...values, 1e-9);
  const x = (at: number) => (at / Math.max(values.length - 1, 1)) * WIDTH;
  const points = values.map((value, at) => `${x(at)},${HEIGHT - (Math.max(value, 0) / most) * HEIGHT}`);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon
        points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
        fill="currentColor"
        opacity="0.1"
      />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
