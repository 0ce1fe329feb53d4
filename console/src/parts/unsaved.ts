import { useEffect, useId, useSyncExternalStore } from 'react';

/** What would be lost, by the form that has it. */
const forms = new Map<string, string>();
const listeners = new Set<() => void>();

function put(form: string, lost: string | undefined): void {
  if (lost === undefined) forms.delete(form);
  else forms.set(form, lost);
  for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const lostNow = () => [...forms.values()][0];

/** Lets the console ask before the page is left while something is not saved. `lost`: a sentence that says what is lost. */
export function useUnsaved(isUnsaved: boolean, lost = 'What you entered will be lost.'): void {
  const form = useId();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    put(form, lost);
    return () => put(form, undefined);
  }, [form, isUnsaved, lost]);
}

/** What is lost if the page is left now; undefined if everything is saved. */
export const useLost = (): string | undefined => useSyncExternalStore(onChange, lostNow);
