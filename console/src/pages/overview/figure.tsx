import type { ReactNode } from 'react';
import { percent } from '../../format/numbers.ts';
import { Sparkline } from '../../parts/meter.tsx';

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
