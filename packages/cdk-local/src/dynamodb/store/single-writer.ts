/** Runs the given work alone; callers wait their turn in the order of their calls. */
export type SingleWriter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One writer at a time: conditions are judged on what is stored, records are numbered in the order in which
 * they are stored, and no two transactions can wait for each other. A write takes well under a millisecond.
 */
export function createSingleWriter(): SingleWriter {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
