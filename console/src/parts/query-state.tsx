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
