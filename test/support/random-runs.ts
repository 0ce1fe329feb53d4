/** CI does all; elsewhere, where somebody waits for the answer, a tenth shows most of what is wrong. */
const IS_CI = process.env.CI === 'true';

/** Returns how many runs of a random test to do: all with `CI=true`, else a tenth, and prints which. */
export function randomRuns(all: number, what: string): number {
  const runs = IS_CI ? all : Math.ceil(all / 10);
  tell(runs, all, what);
  return runs;
}

/** Returns the cases of a test to do: all with `CI=true`, else a tenth, drawn anew each time, and prints how many. */
export function randomCases<T>(all: readonly T[], what: string): readonly T[] {
  const cases = IS_CI ? all : drawn(all, Math.ceil(all.length / 10));
  tell(cases.length, all.length, what);
  return cases;
}

function drawn<T>(all: readonly T[], count: number): T[] {
  const shuffled = all.map((item) => ({ item, order: Math.random() })).sort((a, b) => a.order - b.order);
  return shuffled.slice(0, count).map(({ item }) => item);
}

function tell(some: number, all: number, what: string): void {
  if (some < all) console.log(`${some} of ${all} ${what}: set CI=true for all.`);
}
