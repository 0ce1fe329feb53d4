import { useEffect, useState } from 'react';
import { dateTime, relativeTime, timeOfDay, utc } from '../format/date-time.ts';

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

const MINUTE_MS = 60_000;

/** How long ago something was; the hover tells when. */
export function RelativeTime({ at }: { readonly at: string | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={`${dateTime(at)} (${utc(at)})`}>
      {relativeTime(at, now)}
    </time>
  );
}
