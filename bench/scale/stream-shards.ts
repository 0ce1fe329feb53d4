import type { EventQueue } from './event-queue.ts';

/** Records that a consumer takes at once, and milliseconds between its looks at an empty shard. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
const BATCH = 100;
const POLL_MS = 250;

/** Write units a second of a shard: as many as of the partition whose changes it has. */
const SHARD_WRITES = 1000;

interface Shard {
  readonly waiting: number[];
  isRead: boolean;
}

/** The shards of the table's stream. Each function reads each of them one batch after another. */
export class StreamShards {
  /** Milliseconds that each change waited. */
  lags: number[] = [];
  readonly #queue: EventQueue;
  readonly #shards = new Map<string, Shard>();
  readonly #count: number;
  #next = 0;

  constructor(queue: EventQueue, tableWrites: number) {
    this.#queue = queue;
    this.#count = Math.ceil(tableWrites / SHARD_WRITES);
  }

  /** Lets a function read a change; `run` handles a batch and says when it is done. */
  add(entry: string, run: (done: () => void) => void): void {
    this.#next = (this.#next + 1) % this.#count;
    const key = `${entry} ${this.#next}`;
    const shard = this.#shards.get(key) ?? { waiting: [], isRead: false };
    this.#shards.set(key, shard);
    shard.waiting.push(this.#queue.now);
    if (shard.isRead) return;
    shard.isRead = true;
    this.#queue.after(POLL_MS, () => this.#read(shard, run));
  }

  forget(): void {
    this.lags = [];
  }

  #read(shard: Shard, run: (done: () => void) => void): void {
    const batch = shard.waiting.splice(0, BATCH);
    run(() => {
      for (const since of batch) this.lags.push(this.#queue.now - since);
      if (shard.waiting.length > 0) this.#read(shard, run);
      else shard.isRead = false;
    });
  }
}
