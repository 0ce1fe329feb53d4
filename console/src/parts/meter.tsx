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
