import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../statistics.ts';

/** A flood is over when the victim's work takes at most this multiple of the quiet median, or after this many milliseconds. */
const DRAINED_RATIO = 1.5;
const DRAIN_MS = 60_000;

/** The victim's durations, alone and with a flood. */
export interface Compared {
  readonly name: string;
  /** Milliseconds of each piece of the victim's work. */
  readonly quiet: readonly number[];
  readonly beside: readonly number[];
  /** The failures of the victim's work; the goal is none. */
  readonly failures: readonly string[];
  /** Units of the flood that were sent during `beside`. */
  readonly sent: number;
}

/** The effort of a comparison. */
export interface Effort {
  /** Quiet and flooded phases alternate, so that noise of the machine affects both alike. */
  readonly rounds: number;
  /** Pieces of work in each half of a round. */
  readonly samples: number;
  /** The least milliseconds from one piece of the victim's work to the next. */
  readonly workPaceMs: number;
  /** Concurrent units of the flood. */
  readonly lanes: number;
  /** Minimum milliseconds between units of a lane; each also waits for the previous answer. */
  readonly paceMs: number;
}

/** The victim's work, and the attacker's. */
export interface Contest {
  readonly name: string;
  work(sample: number): Promise<unknown>;
  attack(unit: number): Promise<unknown>;
}

/** Measures the victim's work quiet and flooded, alternating. */
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
  // The first ones start the functions, also those that the flood needs.
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

/** Waits until the victim's work is as fast as before; throws if it never is. The rest of a flood must not count as quiet. */
async function drain(work: Contest['work'], quiet: readonly number[]): Promise<void> {
  const deadline = Date.now() + DRAIN_MS;
  let took = Number.POSITIVE_INFINITY;
  while (took > DRAINED_RATIO * percentile(quiet, 0.5) && Date.now() < deadline) {
    const startedAt = performance.now();
    await work(0).catch(() => {});
    took = performance.now() - startedAt;
  }
}

/** Sends until it is stopped, whatever the answers. */
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
    /** Resolves after the last answer with the number of sent units. */
    async stop(): Promise<number> {
      stopping.abort();
      await Promise.all(all);
      return sent;
    },
  };
}
