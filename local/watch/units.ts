/** A duration for people: 850 ms, 1.2 s, 3 min. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** The time of day, to the second. */
export const clockTime = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
