import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newDelivery, type StoredDelivery } from '../../lambdas/domain/events/delivery.ts';
import { MAX_HIDDEN_WAITS } from '../../lambdas/domain/events/delivery-wait.ts';
import type { PublicEvent } from '../../lambdas/domain/events/events.ts';
import type { Webhook } from '../../lambdas/domain/records/webhook.ts';
import { recordKey } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { createDelivery, getDelivery } from '../../lambdas/store/webhooks/deliveries.ts';
import { type AttemptMessage, MAX_TRIES, messageOf } from '../../lambdas/webhooks/attempt-message.ts';
import { type AttemptDependencies, makeAttempt } from '../../lambdas/webhooks/make-attempt.ts';
import { scheduleName } from '../../lambdas/webhooks/schedule-attempt.ts';
import { production } from '../../lib/config/production.ts';
import { randomNumbers } from './run/random-numbers.ts';
import { seedFor } from './run/random-seed.ts';
import { storedWebhook } from './table/stored-webhook.ts';

/**
 * The stack's values: milliseconds until a failed message is received again, and receives until it moves to the
 * dead-letter queue.
 */
const VISIBILITY_MS = 60_000;
const MAX_RECEIVES = MAX_TRIES + MAX_HIDDEN_WAITS;
/** Milliseconds by which a schedule may be late, and for which its name is still taken afterwards. */
const SCHEDULER_MS = 60_000;

/** A message of the delivery queue. */
interface Message {
  readonly body: AttemptMessage;
  dueMs: number;
  received: number;
  inFlight: boolean;
}

/** The answer of an endpoint at a time: the status, after some milliseconds. */
export type Endpoint = (nowMs: number) => { readonly status: number; readonly afterMs: number };

/** The faults: probabilities from 0 to 1, by a random number. */
export interface Trouble {
  readonly random: () => number;
  /** A function dies before or right after a request. */
  readonly death: number;
  /** The answer of a request is lost, and the client repeats it. */
  readonly lostAnswer: number;
  /** A message is received twice. */
  readonly twice: number;
}

/** The delivery function with its queue, the scheduler and endpoints, on a clock that a test advances. */
export class DeliveryWorld {
  /** Starts at the current time, so that nothing is swept from the table as expired. */
  nowMs = Math.floor(Date.now() / 1000) * 1000;
  /** The requests to endpoints, in order. */
  readonly requests: { readonly eventId: string; readonly webhookId: string; readonly atMs: number }[] = [];
  deadLettered = 0;
  receives = 0;
  tableRequests = 0;
  /** Most concurrent requests of each webhook. */
  readonly mostAtOnce = new Map<string, number>();
  readonly #table: Table;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #trouble: Trouble | undefined;
  readonly #random: () => number;
  readonly #messages = new Set<Message>();
  readonly #scheduled = new Map<string, { readonly body: AttemptMessage; readonly dueMs: number }>();
  /** When the name of each fired schedule becomes free again. */
  readonly #fired = new Map<string, number>();
  readonly #sleepers: { readonly dueMs: number; readonly wake: () => void }[] = [];
  readonly #runs = new AsyncLocalStorage<{ isDead: boolean }>();
  readonly #requestsNow = new Map<string, number>();
  /** Functions that have begun and have not finished. */
  #active = 0;
  /** Called when the running function finishes or sleeps. */
  #rest: () => void = () => undefined;

  constructor(table: Table, trouble?: Trouble) {
    this.#trouble = trouble;
    this.#random = trouble?.random ?? randomNumbers(seedFor('deliveries'));
    this.#table = { ...table, client: this.#troubled(table.client) };
  }

  readonly now = () => new Date(this.nowMs);

  async webhook(endpoint: Endpoint, userId: string = randomUUID()): Promise<Webhook> {
    const webhook = storedWebhook({ user_id: userId });
    this.#endpoints.set(webhook.id, endpoint);
    const Item = { ...recordKey(webhook.user_id, 'webhook', webhook.id), ...webhook };
    await this.#table.client.send(new PutCommand({ TableName: this.#table.name, Item }));
    return webhook;
  }

  /** Stores and enqueues deliveries of new events. */
  async deliver(webhook: Webhook, count: number): Promise<StoredDelivery[]> {
    const { user_id, id: webhook_id } = webhook;
    const deliveries: StoredDelivery[] = [];
    for (let sequence = 0; sequence < count; sequence++) {
      const event: PublicEvent = {
        id: randomUUID(),
        type: 'event_message',
        user_id,
        call_id: randomUUID(),
        webhook_id,
        timestamp: this.now().toISOString(),
        sequence,
        payload: { text: 'Hello.' },
      };
      const delivery = newDelivery(event, webhook, { now: this.now() });
      await createDelivery(this.#table, delivery);
      this.#send(messageOf(delivery));
      deliveries.push(delivery);
    }
    return deliveries;
  }

  async stored({ user_id: userId, id: deliveryId }: StoredDelivery): Promise<StoredDelivery> {
    const delivery = await getDelivery(this.#table, { userId, deliveryId });
    if (!delivery) throw new Error('There is no such delivery.');
    return delivery;
  }

  /** Advances the clock, and runs everything that becomes due. */
  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    while (await this.#step(end));
    this.nowMs = Math.max(this.nowMs, end);
  }

  /** Runs until no message is left. Returns the elapsed milliseconds. */
  async drain(): Promise<number> {
    const begun = this.nowMs;
    while (await this.#step(Number.POSITIVE_INFINITY));
    return this.nowMs - begun;
  }

  #send(body: AttemptMessage): void {
    this.#messages.add({ body, dueMs: this.nowMs, received: 0, inFlight: false });
  }

  /** Runs the next step up to this time: a function wakes up, a schedule fires, or a message is received. One function runs at a time. */
  async #step(end: number): Promise<boolean> {
    const isFree = this.#active < production.webhooks.concurrency;
    const message = isFree ? earliest([...this.#messages].filter(({ inFlight }) => !inFlight)) : undefined;
    const sleeper = earliest(this.#sleepers);
    const schedule = earliest([...this.#scheduled].map(([name, { dueMs }]) => ({ name, dueMs })));
    const next = earliest([sleeper, schedule, message].filter((each) => each !== undefined));
    if (!next || next.dueMs > end) return false;
    this.nowMs = Math.max(this.nowMs, next.dueMs);
    if (next === schedule) {
      this.#fire(schedule.name);
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#rest = resolve;
    if (sleeper && next === sleeper) {
      this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    } else if (message) void this.#receive(message);
    await promise;
    return true;
  }

  #fire(name: string): void {
    const schedule = this.#scheduled.get(name);
    this.#scheduled.delete(name);
    this.#fired.set(name, this.nowMs + SCHEDULER_MS);
    if (schedule) this.#send(schedule.body);
  }

  async #receive(message: Message): Promise<void> {
    if (message.received >= MAX_RECEIVES) {
      this.#messages.delete(message);
      this.deadLettered += 1;
      return this.#rest();
    }
    const { body } = message;
    if (this.#happens('twice')) this.#messages.add({ ...message, received: message.received + 1 });
    message.received += 1;
    message.inFlight = true;
    this.receives += 1;
    this.#active += 1;
    const run = { isDead: false };
    const wait = await this.#runs.run(run, () =>
      makeAttempt(body, message.received, this.#dependencies()).catch((): 'failed' => 'failed'),
    );
    this.#active -= 1;
    message.inFlight = false;
    if (run.isDead || wait === 'failed') message.dueMs = this.nowMs + VISIBILITY_MS;
    else if (wait) message.dueMs = this.nowMs + wait.retryAfterSeconds * 1000;
    else this.#messages.delete(message);
    this.#rest();
  }

  #dependencies(): AttemptDependencies {
    const { retrySeconds, disableAfterHours, concurrency, concurrencyPerUser } = production.webhooks;
    return {
      table: this.#table,
      now: this.now,
      random: this.#random,
      maxAtOnce: concurrency,
      maxAtOncePerUser: concurrencyPerUser,
      retrySeconds,
      disableAfterSeconds: disableAfterHours * 3600,
      schedule: (delivery, at) => this.#withTrouble(async () => this.#schedule(delivery, at)),
      send: (event, webhook) => this.#request(event, webhook),
    };
  }

  #schedule(delivery: StoredDelivery, at: Date): void {
    const name = scheduleName(delivery, at);
    const isTaken = this.#scheduled.has(name) || (this.#fired.get(name) ?? 0) > this.nowMs;
    if (isTaken) return;
    if (at.getTime() <= this.nowMs) throw new Error('The scheduler refuses times in the past.');
    const lateMs = this.#random() * SCHEDULER_MS;
    this.#scheduled.set(name, { body: messageOf(delivery), dueMs: at.getTime() + lateMs });
  }

  async #request(event: PublicEvent, { id: webhookId }: Webhook) {
    const at = this.now().toISOString();
    const atOnce = (this.#requestsNow.get(webhookId) ?? 0) + 1;
    this.#requestsNow.set(webhookId, atOnce);
    this.mostAtOnce.set(webhookId, Math.max(this.mostAtOnce.get(webhookId) ?? 0, atOnce));
    this.requests.push({ eventId: event.id, webhookId, atMs: this.nowMs });
    const { status, afterMs } = this.#endpoints.get(webhookId)!(this.nowMs);
    await this.#sleep(afterMs);
    this.#requestsNow.set(webhookId, this.#requestsNow.get(webhookId)! - 1);
    return {
      attempt: { at, duration_ms: afterMs, status, error: null, response: '' },
      outcome: { kind: 'answered', status } as const,
    };
  }

  #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ dueMs: this.nowMs + ms, wake: resolve });
    this.#rest();
    return promise;
  }

  /** The client, which counts requests and fails on demand. */
  #troubled(client: Table['client']): Table['client'] {
    const send = (command: never) => {
      this.tableRequests += 1;
      return this.#withTrouble(() => client.send(command));
    };
    return Object.assign(Object.create(client), { send });
  }

  /** Makes a request of a function, which may die before or after it, or whose answer may be lost. */
  async #withTrouble<T>(request: () => Promise<T>): Promise<T> {
    const run = this.#runs.getStore();
    if (!run) return request();
    if (run.isDead) throw new Error('died');
    run.isDead = this.#happens('death');
    if (run.isDead && this.#trouble!.random() < 0.5) throw new Error('died');
    if (this.#happens('lostAnswer')) await request().catch(() => undefined);
    const answer = await request();
    if (run.isDead) throw new Error('died');
    return answer;
  }

  #happens(what: 'death' | 'lostAnswer' | 'twice'): boolean {
    return this.#trouble !== undefined && this.#trouble.random() < this.#trouble[what];
  }
}

function earliest<Timed extends { readonly dueMs: number }>(all: readonly Timed[]): Timed | undefined {
  let first: Timed | undefined;
  for (const each of all) if (!first || each.dueMs < first.dueMs) first = each;
  return first;
}
