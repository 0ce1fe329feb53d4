/** Whether the last request got an answer, for those who show it. */
let reachable = true;
const listeners = new Set<() => void>();

/** Notes whether a request got an answer. */
export function noteReachable(answered: boolean): void {
  if (answered === reachable) return;
  reachable = answered;
  for (const listener of listeners) listener();
}

/** Whether the last request got an answer. */
export const isReachable = (): boolean => reachable;

/** Calls the listener at each change, until the returned function is called. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
