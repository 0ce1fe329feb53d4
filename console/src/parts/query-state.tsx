import { ApiError } from 'phone-call-agents-client';
import { type ReactNode, useEffect, useState } from 'react';
import { adviceOn } from '../api/fault.ts';
import { Button } from './controls.tsx';

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
        <Button onClick={onRetry} disabled={wait > 0}>
          {wait > 0 ? `Try again in ${wait} s` : 'Try again'}
        </Button>
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

/** An empty state, with what to do first. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Placeholder lines while something loads, so that the page doesn't jump when it is there. */
export function Loading({ what, lines = 3 }: { readonly what: string; readonly lines?: number | undefined }) {
  return (
    <>
      <p className="hidden" role="status">
        Loading {what} …
      </p>
      <div className="skeleton" aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
          <span key={line} />
        ))}
      </div>
    </>
  );
}

/** Tells that a form has what was entered in it before the session ended. */
export function RestoredNote() {
  return (
    <p className="note" role="status">
      What you entered before your session ended is here again, and not saved yet. Keys and other secrets were
      not kept: enter them again.
    </p>
  );
}

/** The error of a query with a retry button, or its loading state; nothing once it has data. */
export function QueryState({
  query: { error, isPending, refetch },
  ...loading
}: {
  readonly query: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly what: string;
  readonly lines?: number;
}) {
  if (error) return <FaultNote error={error} onRetry={() => void refetch()} />;
  return isPending && <Loading {...loading} />;
}

/** A button that loads the next page of a list; nothing after the last page. */
export function NextPage({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** The words on the button. */
  readonly children: string;
}) {
  return (
    hasNextPage && (
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    )
  );
}
