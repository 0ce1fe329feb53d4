/** How much of a limit is used. Without a limit there is nothing to show. */
export function Meter({
  label,
  used,
  limit,
}: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
}) {
  if (limit === null || limit <= 0) return null;
  return (
    <meter
      aria-label={`${label}: used`}
      min={0}
      max={limit}
      high={limit * 0.8}
      optimum={0}
      value={Math.min(used, limit)}
    >
      {used} of {limit}
    </meter>
  );
}

const [WIDTH, HEIGHT] = [100, 32];

/** A line of values without axes. */
export function Sparkline({
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
