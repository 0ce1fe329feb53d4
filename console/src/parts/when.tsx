import { dateTime, timeOfDay, utc } from '../format/date-time.ts';

/** A time in the reader's zone and locale; the hover tells it in UTC. */
export function When({
  at,
  timeOnly = false,
}: {
  readonly at: string | null | undefined;
  readonly timeOnly?: boolean;
}) {
  if (!at) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={utc(at)}>
      {timeOnly ? timeOfDay(at) : dateTime(at)}
    </time>
  );
}
