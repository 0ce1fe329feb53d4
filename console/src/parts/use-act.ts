import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { adviceOn } from '../api/fault.ts';
import { useToast } from './toasts.tsx';

/** A change, with what it says when it is done, and the queries whose answers it changes. */
export interface Act<Input, Output> {
  readonly act: (input: Input) => Promise<Output>;
  readonly done?: string | ((output: Output, input: Input) => string) | undefined;
  readonly changes: readonly QueryKey[];
  /** Whether the page itself shows the fault, at the field it names. */
  readonly showsFault?: boolean;
  readonly onDone?: ((output: Output, input: Input) => void) | undefined;
  /** Shows the change before the API has made it. It is undone, with a message, if the API refuses. */
  readonly ahead?: {
    readonly queryKey: QueryKey;
    readonly change: (before: unknown, input: Input) => unknown;
  };
}

/** Makes a change of the API: a message tells its outcome, and what it changed is read again. */
export function useAct<Input, Output>({ act, done, changes, showsFault, onDone, ahead }: Act<Input, Output>) {
  const say = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onMutate: async (input: Input) => {
      if (!ahead) return undefined;
      await queries.cancelQueries({ queryKey: ahead.queryKey });
      const before: unknown = queries.getQueryData(ahead.queryKey);
      if (before !== undefined) queries.setQueryData(ahead.queryKey, ahead.change(before, input));
      return { before };
    },
    onSuccess: (output, input) => {
      if (done !== undefined) say(typeof done === 'string' ? done : done(output, input));
      onDone?.(output, input);
    },
    onError: (error, _input, kept) => {
      const { title, text } = adviceOn(error);
      if (ahead && kept?.before !== undefined) queries.setQueryData(ahead.queryKey, kept.before);
      if (!showsFault) say(`${title}. ${text}${ahead ? ' The change was undone.' : ''}`, true);
    },
    onSettled: () =>
      Promise.all(
        changes.map((queryKey) => {
          // A first read that is under way would not be repeated, and its answer may be from before the change. Who
          // waits for it gets the next one.
          void queries.cancelQueries({ queryKey, type: 'active' }, { silent: true });
          return queries.invalidateQueries({ queryKey });
        }),
      ),
  });
}
