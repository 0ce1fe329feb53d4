/** Seconds since the command began, with an installation of the dependencies (`bin/run.mjs`). */
export function elapsedSeconds(): number {
  const began = Number(process.env.RUN_STARTED_AT) || performance.timeOrigin;
  return (Date.now() - began) / 1000;
}

/** Says what a start does now, and when. */
export const sayPhase = (what: string) => console.log(`${what} … (${elapsedSeconds().toFixed(1)} s)`);
