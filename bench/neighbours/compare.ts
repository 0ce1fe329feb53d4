import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../statistics.ts';

/** A flood is over when the victim's work takes at most so many times the quiet median, or after so many milliseconds. */
const DRAINED_RATIO = 1.5;
const DRAIN_MS = 60_000;

/** What one user waits for, alone and beside a flood. */
export interface Compared {
  readonly name: string;
  /** Milliseconds that each piece of the victim's work took. */
  readonly quiet: readonly number[];
  readonly beside: readonly number[];
  /** What the victim's work failed with; none is the goal. */
  readonly failures: readonly string[];
  /** How many units of the flood were sent while `beside` was measured. */
  readonly sent: number;
}

/** How often, and beside how much. */
export interface Effort {
  /** Quiet and flooded in turns, so that what else the machine does hits both alike. */
  readonly rounds: number;
  /** Pieces of work of each half of a round. */
  readonly samples: number;
  /** The victim begins no piece of work sooner than so many milliseconds after the last. */
  readonly workPaceMs: number;
  /** Units of the flood that are under way at once. */
  readonly lanes: number;
  /** A lane sends its next unit when the last was answered, and not before so many milliseconds. */
  readonly paceMs: number;
}

/** The victim's work, and the attacker's. */
export interface Contest {
  readonly name: string;
  work(sample: number): Promise<unknown>;
  attack(unit: number): Promise<unknown>;
}

/** Measures the victim's work quiet and beside the flood, in turns. */
export async function compare({ name, work, attack }: Contest, effort: Effort): Promise<Compared> {
  const [quiet, beside, failures]: [number[], number[], string[]] = [[], [], []];
  let sent = 0;
  const measure = async (times: number[]) => {
    for (let sample = 0; sample < effort.samples; sample++) {
      const pace = wait(effort.workPaceMs);
      const startedAt = performance.now();
      try {
        await work(sample);
        times.push(performance.now() - startedAt);
      } catch (error) {
        failures.push(String(error));
      }
      await pace;
    }
  };
  // The first ones start the functions, as many as the flood needs too: on this machine starts take processor time from all.
  const starting: number[] = [];
  await measure([]);
  await measure(starting);
  const first = startFlood(attack, effort);
  await measure([]);
  await first.stop();
  await drain(work, starting);
  for (let round = 0; round < effort.rounds; round++) {
    await measure(quiet);
    const flood = startFlood(attack, effort);
    await measure(beside);
    sent += await flood.stop();
    await drain(work, quiet);
  }
  return { name, quiet, beside, failures, sent };
}

/** The victim's work is as quick again as it was, or it is never: what is left of the flood must not count as quiet. */
async function drain(work: Contest['work'], quiet: readonly number[]): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  let took = Number.POSITIVE_INFINITY;
  while (took > DRAINED_RATIO * percentile(quiet, 0.5) && Date.now() < deadline) {
    const startedAt = performance.now();
    await work(0).catch(() => {});
    took = performance.now() - startedAt;
  }
}

/** Sends until it is stopped; an answer of any kind, or none, is the attacker's own affair. */
function startFlood(attack: Contest['attack'], { lanes, paceMs }: Effort) {
  const stopping = new AbortController();
  let sent = 0;
  const lane = async (_: unknown, index: number) => {
    // Spread over the pace: a flood is a rate, not a volley.
    await wait((index * paceMs) / lanes);
    while (!stopping.signal.aborted) {
      await Promise.all([attack(sent++).catch(() => {}), wait(paceMs)]);
    }
  };
  const all = Array.from({ length: lanes }, lane);
  return {
    /** Resolves when the last unit was answered; gives how many were sent. */
    async stop(): Promise<number> {
      stopping.abort();
      await Promise.all(all);
      return sent;
    },
  };
}
