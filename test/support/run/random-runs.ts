/** CI does all runs; elsewhere, where a person waits for the result, a tenth finds most faults. */
const IS_CI = process.env.CI === 'true';

/** The number of runs of a random test: all with `CI=true`, otherwise a tenth. Prints the number. */
export function randomRuns(all: number, what: string): number {
  const runs = IS_CI ? all : Math.ceil(all / 10);
  tell(runs, all, what);
  return runs;
}

function tell(some: number, all: number, what: string): void {
  if (some < all) console.log(`${some} of ${all} ${what}: set CI=true for all.`);
}
