import type { Deployment } from './deployment.ts';
import type { EventQueue } from './event-queue.ts';
import type { Step, StepRequest } from './footprint.ts';
import type { Bucket } from './limits.ts';
import type { StreamShards } from './stream-shards.ts';

/** By function: invocations a second, and how many ran at the same time on average. */
export type Functions = ReadonlyMap<string, { readonly perSecond: number; readonly running: number }>;

/** Milliseconds that a new environment takes before it handles its first invocation. */
const COLD_START_MS = 600;

/** The vendor's attempts at a callback, as the addresses that it has ask for, and milliseconds between them. */
const CALLBACK_ATTEMPTS = 3;
const CALLBACK_RETRY_MS = 500;

/** Milliseconds until Lambda tries again what it throttled of a queue, a stream or an event. */
const THROTTLED_RETRY_MS = 1000;

/** Attempts at a throttled request: three by the SDK, of a write three times. Waits double, up to the longest. */
const READ_ATTEMPTS = 3;
const WRITE_ATTEMPTS = 9;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;

/**
 * Called when an invocation is over, with the milliseconds by which limits delayed it, or when API Gateway refused the
 * request of an API consumer, who may repeat it.
 */
type OnEnd = (delayMs: number, isRefused?: boolean) => void;

/** Runs invocations within the limits of a deployment. */
export class Invocations {
  turnDelays: number[] = [];
  started = 0;
  throttled = 0;
  failed = 0;
  units = { reads: 0, writes: 0 };
  readonly #queue: EventQueue;
  readonly #deployment: Deployment;
  readonly #shards: StreamShards;
  readonly #slower: number;
  /** Of each function: invocations that run, and environments that it has. */
  readonly #environments = new Map<string, { running: number; warm: number }>();
  readonly #done = new Map<string, { invocations: number; busyMs: number }>();

  constructor(parts: {
    readonly queue: EventQueue;
    readonly deployment: Deployment;
    readonly shards: StreamShards;
    readonly slower: number;
  }) {
    this.#queue = parts.queue;
    this.#deployment = parts.deployment;
    this.#shards = parts.shards;
    this.#slower = parts.slower;
  }

  /** Invokes a function as its trigger does. */
  invoke(step: Step, user: string, onEnd: OnEnd): void {
    this.started += 1;
    switch (step.trigger) {
      case 'queue':
      case 'event':
        this.#fromQueue(step, user, onEnd);
        break;
      case 'stream':
        this.#shards.add(step.entry, (done) => this.#again(step, user, done));
        break;
      case 'clock':
        this.#again(step, user, onEnd);
        break;
      default:
        this.#fromGateway(step, user, onEnd);
    }
  }

  /** What was done in these seconds. */
  functions(seconds: number): Functions {
    return new Map(
      [...this.#done].map(([entry, { invocations, busyMs }]) => [
        entry,
        { perSecond: invocations / seconds, running: busyMs / 1000 / seconds },
      ]),
    );
  }

  /** Forgets what was done so far. */
  forget(): void {
    this.turnDelays = [];
    this.started = 0;
    this.throttled = 0;
    this.failed = 0;
    this.units = { reads: 0, writes: 0 };
    this.#done.clear();
  }

  /** `attempt` counts those of the vendor, which began at `sinceMs`. */
  #fromGateway(step: Step, user: string, onEnd: OnEnd, attempt = 1, sinceMs = this.#queue.now): void {
    const isAdmitted = this.#throttlesOf(step.trigger, user).every((each) => each.take(1, this.#queue.now));
    const waitedMs = this.#queue.now - sinceMs;
    if (isAdmitted && this.#begin(step, user, (delayMs) => onEnd(waitedMs + delayMs), waitedMs)) return;
    this.throttled += 1;
    if (step.trigger === 'endpoint' && !isAdmitted) {
      onEnd(waitedMs, true);
      return;
    }
    if (step.trigger !== 'callback' || attempt === CALLBACK_ATTEMPTS) {
      this.failed += 1;
      onEnd(waitedMs);
      return;
    }
    this.#queue.after(CALLBACK_RETRY_MS, () => this.#fromGateway(step, user, onEnd, attempt + 1, sinceMs));
  }

  /**
   * The limits that count a request, in their order; one that refuses it ends the count:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
   */
  #throttlesOf(trigger: Step['trigger'], user: string): readonly Bucket[] {
    const { gateway, endpoints, callbacks, relay } = this.#deployment;
    if (trigger === 'callback') return [callbacks, gateway];
    if (trigger === 'socket') return [relay, gateway];
    return [endpoints, gateway, this.#deployment.budgetOf(user)];
  }

  #fromQueue(step: Step, user: string, onEnd: OnEnd): void {
    const consumers = this.#deployment.consumersOf(step.entry);
    const since = this.#queue.now;
    consumers?.wait(() => {
      if (this.#queue.now > since) this.throttled += 1;
      this.#again(step, user, (delayMs) => {
        consumers.release();
        onEnd(this.#queue.now - since + delayMs);
      });
    });
  }

  /** Tries until Lambda has room. */
  #again(step: Step, user: string, onEnd: OnEnd): void {
    if (this.#begin(step, user, onEnd)) return;
    this.throttled += 1;
    this.#queue.after(THROTTLED_RETRY_MS, () => this.#again(step, user, onEnd));
  }

  /** Runs the function, if the concurrency permits it. */
  #begin(step: Step, user: string, onEnd: OnEnd, waitedMs = 0): boolean {
    const { entry, durationMs, requests } = step;
    const concurrency = this.#deployment.concurrencyOf(entry);
    if (!concurrency.take()) return false;
    const environments = this.#environments.get(entry) ?? { running: 0, warm: 0 };
    this.#environments.set(entry, environments);
    const isCold = environments.running >= environments.warm;
    if (isCold && !this.#deployment.environmentsOf(entry).take(1, this.#queue.now)) {
      concurrency.release();
      return false;
    }
    environments.running += 1;
    environments.warm = Math.max(environments.warm, environments.running);
    const began = this.#queue.now;
    const usualMs = durationMs * this.#slower;
    const end = (delayMs: number) => {
      environments.running -= 1;
      concurrency.release();
      this.#count(entry, this.#queue.now - began);
      if (step.isTurn) this.turnDelays.push(waitedMs + delayMs);
      onEnd(delayMs);
    };
    const coldMs = isCold ? COLD_START_MS : 0;
    this.#queue.after(coldMs, () => {
      const begin = this.#queue.now;
      this.#request(requests, 0, { user, began: begin, usualMs, coldMs, delayMs: coldMs, end });
    });
    return true;
  }

  /** Sends the requests from `index` on, each at its time, and ends the invocation after them. */
  #request(requests: readonly StepRequest[], index: number, run: Run): void {
    const request = requests[index];
    const lateMs = run.delayMs;
    if (!request) {
      const left = run.began + run.usualMs + lateMs - run.coldMs - this.#queue.now;
      this.#queue.after(Math.max(0, left), () => run.end(lateMs));
      return;
    }
    const due = run.began + request.atMs * this.#slower + lateMs - run.coldMs;
    this.#queue.after(Math.max(0, due - this.#queue.now), () =>
      this.#attempt(request, run, 1, () => this.#request(requests, index + 1, run)),
    );
  }

  #attempt(request: StepRequest, run: Run, attempt: number, next: () => void): void {
    const isTaken = this.#isTaken(request, run.user);
    if (!isTaken) this.throttled += 1;
    const attempts = request.writes > 0 ? WRITE_ATTEMPTS : READ_ATTEMPTS;
    if (!isTaken && attempt === attempts) this.failed += 1;
    if (isTaken || attempt === attempts) {
      next();
      return;
    }
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
    run.delayMs += waitMs;
    this.#queue.after(waitMs, () => this.#attempt(request, run, attempt + 1, next));
  }

  /** Takes what a request needs of the limits; false if one of them refuses. */
  #isTaken({ service, reads, writes, partitions }: StepRequest, user: string): boolean {
    const now = this.#queue.now;
    const { events, gateway } = this.#deployment;
    if (service === 'AWSEvents') return events.take(1, now);
    if (service === 'execute-api') return gateway.take(1, now);
    const wanted: [Bucket, number][] = [
      [this.#deployment.reads, reads],
      [this.#deployment.writes, writes],
      ...partitions.flatMap((each): [Bucket, number][] => {
        const partition = this.#deployment.partition(each.partition.replaceAll('{user}', user));
        return [
          [partition.reads, each.reads],
          [partition.writes, each.writes],
        ];
      }),
    ];
    const isTaken = wanted
      .filter(([, units]) => units > 0)
      .every(([bucket, units]) => bucket.take(units, now));
    if (isTaken) {
      this.units.reads += reads;
      this.units.writes += writes;
    }
    return isTaken;
  }

  #count(entry: string, busyMs: number): void {
    const done = this.#done.get(entry) ?? { invocations: 0, busyMs: 0 };
    this.#done.set(entry, { invocations: done.invocations + 1, busyMs: done.busyMs + busyMs });
  }
}

/** An invocation that runs. */
interface Run {
  readonly user: string;
  /** When the function's own code began. */
  readonly began: number;
  /** Milliseconds that it takes when nothing delays it. */
  readonly usualMs: number;
  /** Milliseconds of the environment's start. */
  readonly coldMs: number;
  /** Milliseconds by which it is delayed, with its environment's start. */
  delayMs: number;
  readonly end: (delayMs: number) => void;
}
