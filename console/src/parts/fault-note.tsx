import { ApiError } from 'phone-call-agents-client';
import { useEffect, useState } from 'react';
import { adviceOn } from '../api/fault.ts';

/** What went wrong with a request, what to do about it, and a retry button. */
export function FaultNote({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const { title, text } = adviceOn(error);
  const wait = useCountdown(
    error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 0) : 0,
    error,
  );
  return (
    <div className="note bad" role="alert">
      <strong>{title}</strong>
      <p>{text}</p>
      {onRetry && (
        <button type="button" onClick={onRetry} disabled={wait > 0}>
          {wait > 0 ? `Try again in ${wait} s` : 'Try again'}
        </button>
      )}
    </div>
  );
}

/** Remaining seconds of a wait. */
function useCountdown(seconds: number, of: unknown): number {
  const [left, setLeft] = useState(seconds);
  // Another fault begins another wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fault itself is what begins the wait.
  useEffect(() => setLeft(seconds), [seconds, of]);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
