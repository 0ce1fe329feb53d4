import { Loading } from './empty.tsx';
import { FaultNote } from './fault-note.tsx';

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
      <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </button>
    )
  );
}
