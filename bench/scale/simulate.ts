import { percentile } from '../statistics.ts';
import { Deployment, type LimitingConfig, type Quotas, WARM } from './deployment.ts';
import { EventQueue } from './event-queue.ts';
import type { Footprint, Step } from './footprint.ts';
import { type Functions, Invocations } from './invocations.ts';
import type { Use } from './limits.ts';
import { StreamShards } from './stream-shards.ts';

/** What is simulated. */
export interface Scenario {
  readonly footprint: Footprint;
  readonly quotas: Quotas;
  readonly config: LimitingConfig;
  /** Conversations that are open at any time. */
  readonly conversations: number;
  /** Users that they are shared among. */
  readonly users: number;
  /** Seconds that are measured. */
  readonly seconds: number;
  /** How many times longer a function runs than when it was measured, waiting included. */
  readonly slower: number;
  /** Calls that one more user creates at once when the measurement begins. @default none */
  readonly burst?: number;
  /** Deliveries that users repeat when the measurement begins, beside those of the calls. @default none */
  readonly replayed?: number;
}

/** What came of it. */
export interface Outcome {
  /** Each limit's use, the most used one first. */
  readonly uses: readonly Use[];
  /** Of all invocations, the share that a limit delayed or refused. */
  readonly throttled: number;
  /** Of all invocations, the share that was refused for good. */
  readonly failed: number;
  /** Milliseconds by which limits delayed the agent's answers. */
  readonly turnDelay: { readonly p50: number; readonly p99: number };
  /** Milliseconds that a change of the table waited until its consumer had it, 99 of 100 changes. */
  readonly streamLag: number;
  readonly functions: Functions;
  /** Units of the table a second. */
  readonly units: { readonly reads: number; readonly writes: number };
  /** Creations of the burst that got 429 and were retried, and seconds until the last one was answered. */
  readonly burst: { readonly refused: number; readonly seconds: number };
  /** Repeated deliveries that are done. */
  readonly replayed: number;
}

/** Seconds before the measurement, in which functions get their environments. */
const WARM_UP_SECONDS = 20;

/** Runs a scenario. The same scenario has the same outcome. */
export function simulate(scenario: Scenario): Outcome {
  const {
    footprint,
    quotas,
    config,
    conversations,
    users,
    seconds,
    slower,
    burst = 0,
    replayed = 0,
  } = scenario;
  const queue = new EventQueue();
  const deployment = new Deployment(quotas, config);
  const shards = new StreamShards(queue, (config.warmThroughput ?? WARM).writes);
  const invocations = new Invocations({ queue, deployment, shards, slower });
  for (let each = 0; each < conversations; each++) {
    const user = `user-${each % users}`;
    // The conversations are everywhere between their beginning and their end.
    hold(queue, invocations, { footprint, user, phaseMs: (each / conversations) * footprint.durationMs });
  }
  queue.runUntil(WARM_UP_SECONDS * 1000);
  for (const each of [deployment, shards, invocations]) each.forget();
  const answered = create(queue, invocations, footprint, burst);
  const replay = repeatDeliveries(invocations, footprint, replayed);
  queue.runUntil((WARM_UP_SECONDS + seconds) * 1000);

  const { turnDelays, started, throttled, failed, units } = invocations;
  return {
    uses: deployment.uses(),
    throttled: throttled / Math.max(1, started),
    failed: failed / Math.max(1, started),
    turnDelay: { p50: percentile(turnDelays, 0.5), p99: percentile(turnDelays, 0.99) },
    streamLag: percentile(shards.lags, 0.99),
    functions: invocations.functions(seconds),
    units: { reads: units.reads / seconds, writes: units.writes / seconds },
    burst: { refused: answered.refused, seconds: answered.lastMs / 1000 },
    replayed: replay.done,
  };
}

/** Repeats the call for ever, the first time from `phaseMs` on. What delays its caller delays the rest of the call. */
function hold(
  queue: EventQueue,
  invocations: Invocations,
  {
    footprint,
    user,
    phaseMs,
  }: { readonly footprint: Footprint; readonly user: string; readonly phaseMs: number },
): void {
  const { steps, durationMs } = footprint;
  let lostMs = 0;
  const begin = (from: number, startedAt: number) => {
    const next = (index: number) => {
      const step = steps[index];
      const dueAt = startedAt + lostMs + (step?.atMs ?? durationMs);
      queue.after(Math.max(0, dueAt - queue.now), () => {
        if (!step) {
          lostMs = 0;
          begin(0, queue.now);
          return;
        }
        invocations.invoke(step, user, (delayMs) => {
          if (keepsCallerWaiting(step)) lostMs += delayMs;
        });
        next(index + 1);
      });
    };
    next(from);
  };
  const first = steps.findIndex(({ atMs }) => atMs >= phaseMs);
  begin(first < 0 ? steps.length : first, -phaseMs);
}

const keepsCallerWaiting = ({ trigger, isTurn }: Step) => trigger === 'callback' || isTurn;

/** One user creates calls at once; those that get 429 come again after the second that `Retry-After` names. */
function create(
  queue: EventQueue,
  invocations: Invocations,
  footprint: Footprint,
  calls: number,
): { refused: number; lastMs: number } {
  const outcome = { refused: 0, lastMs: 0 };
  const [creation] = footprint.steps;
  if (!creation) return outcome;
  const began = queue.now;
  const ask = () => {
    invocations.invoke(creation, 'user-burst', (_, isRefused) => {
      if (isRefused) {
        outcome.refused += 1;
        queue.after(1000, ask);
      } else outcome.lastMs = queue.now - began;
    });
  };
  for (let each = 0; each < calls; each++) ask();
  return outcome;
}

/** Deliveries that wait in the queue at the same time; more would change nothing, because a consumer takes one at a time. */
const LOOKED_AT = 5000;

/** Repeats deliveries as fast as their queue's consumers take them. */
function repeatDeliveries(
  invocations: Invocations,
  { steps }: Footprint,
  deliveries: number,
): { readonly done: number } {
  const outcome = { done: 0 };
  const delivery = steps.find(({ entry }) => entry === 'webhooks/deliver');
  if (!delivery) return outcome;
  let left = deliveries;
  const repeat = () => {
    if (left === 0) return;
    left -= 1;
    invocations.invoke(delivery, 'user-replay', () => {
      outcome.done += 1;
      repeat();
    });
  };
  for (let each = 0; each < LOOKED_AT; each++) repeat();
  return outcome;
}
