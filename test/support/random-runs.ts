/** CI does all; elsewhere, where somebody waits for the answer, a tenth shows most of what is wrong. */
const IS_CI = process.env.CI === 'true';

/** Returns how many runs of a random test to do: all with `CI=true`, else a tenth, and prints which. */
export function randomRuns(all: number, what: string): number {
  const runs = IS_CI ? all : Math.ceil(all / 10);
  tell(runs, all, what);
  return runs;
}

function tell(some: number, all: number, what: string): void {
  if (some < all) console.log(`${some} of ${all} ${what}: set CI=true for all.`);
}
