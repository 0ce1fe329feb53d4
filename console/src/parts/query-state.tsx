import { Loading } from './empty.tsx';
import { FaultNote } from './fault-note.tsx';

/** Why an answer of the API is not here, with another try, or that it is on its way; nothing once it is here. */
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

/** Reads the next page of a list; nothing once all of it is here. */
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
