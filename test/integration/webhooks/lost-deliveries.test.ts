// The delivery function with its queue and the scheduler on a clock of their own: no delivery is lost, whatever happens.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { newDelivery, type StoredDelivery } from '../../../lambdas/domain/events/delivery.ts';
import type { Webhook } from '../../../lambdas/domain/records/webhook.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { createDelivery, getDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import {
  type DeliveryMessage,
  MAX_TRIES,
  messageOf,
  scheduleName,
} from '../../../lambdas/webhooks/delivery-messages.ts';
import { type AttemptDependencies, makeAttempt } from '../../../lambdas/webhooks/make-attempt.ts';
import { production } from '../../../lib/config/production.ts';
import { randomNumbers } from '../../support/run/random-numbers.ts';
import { randomRuns } from '../../support/run/random-runs.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';
import { tableOfFile } from '../../support/table/table.ts';

vi.hoisted(() => {
  // Every attempt is logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const HOUR_MS = 3_600_000;
/** Milliseconds until a failed message is received again, and by which a schedule may be late. */
const VISIBILITY_MS = 60_000;
const SCHEDULER_MS = 60_000;

const table = await tableOfFile();

/** The probabilities, from 0 to 1, that a function dies beside a request, an answer is lost, a message comes twice. */
interface Trouble {
  readonly death: number;
  readonly lostAnswer: number;
  readonly twice: number;
}

/** The delivery function with its queue, the scheduler and endpoints. One function runs at a time. */
class World {
  nowMs = Math.floor(Date.now() / 1000) * 1000;
  readonly requests: { readonly eventId: string; readonly atMs: number }[] = [];
  deadLettered = 0;
  readonly #random: () => number;
  readonly #trouble: Trouble;
  readonly #table: Table;
  readonly #statusOf = new Map<string, (nowMs: number) => number>();
  readonly #messages = new Set<{ readonly body: DeliveryMessage; dueMs: number; received: number }>();
  readonly #scheduled = new Map<string, { readonly body: DeliveryMessage; readonly dueMs: number }>();
  readonly #runs = new AsyncLocalStorage<{ isDead: boolean }>();

  constructor(random: () => number, trouble: Trouble = { death: 0, lostAnswer: 0, twice: 0 }) {
    this.#random = random;
    this.#trouble = trouble;
    const send = (command: never) => this.#request(() => table.client.send(command));
    this.#table = { ...table, client: Object.assign(Object.create(table.client), { send }) };
  }

  async webhook(statusAt: (nowMs: number) => number, userId: string = randomUUID()): Promise<Webhook> {
    const webhook = storedWebhook({ user_id: userId });
    this.#statusOf.set(webhook.id, statusAt);
    const Item = { ...recordKey(userId, 'webhook', webhook.id), ...webhook };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    return webhook;
  }

  async deliver(webhook: Webhook, count: number): Promise<StoredDelivery[]> {
    const deliveries = Array.from({ length: count }, (_, sequence) => {
      const event = {
        id: randomUUID(),
        type: 'event_message' as const,
        user_id: webhook.user_id,
        call_id: randomUUID(),
        webhook_id: webhook.id,
        timestamp: new Date(this.nowMs).toISOString(),
        sequence,
        payload: { text: 'Hello.' },
      };
      return newDelivery(event, webhook, { now: new Date(this.nowMs) });
    });
    for (const delivery of deliveries) {
      await createDelivery(table, delivery);
      this.#messages.add({ body: messageOf(delivery), dueMs: this.nowMs, received: 0 });
    }
    return deliveries;
  }

  /** Runs everything that becomes due up to a time. */
  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      const [name, schedule] = earliest(this.#scheduled, ([, { dueMs }]) => dueMs) ?? [];
      const message = earliest(this.#messages, ({ dueMs }) => dueMs);
      const dues = [schedule, message].flatMap((each) => each?.dueMs ?? []);
      const nextMs = Math.min(...dues);
      if (dues.length === 0 || nextMs > endMs) break;
      this.nowMs = Math.max(this.nowMs, nextMs);
      if (name !== undefined && schedule && schedule.dueMs === nextMs) {
        this.#scheduled.delete(name);
        this.#messages.add({ ...schedule, received: 0 });
      } else if (message) await this.#receive(message);
    }
    if (Number.isFinite(endMs)) this.nowMs = endMs;
  }

  async #receive(message: { readonly body: DeliveryMessage; dueMs: number; received: number }) {
    if (message.received >= MAX_TRIES) {
      this.#messages.delete(message);
      this.deadLettered += 1;
      return;
    }
    message.received += 1;
    if (this.#random() < this.#trouble.twice) this.#messages.add({ ...message });
    const run = { isDead: false };
    const isDone = await this.#runs.run(run, () =>
      makeAttempt(message.body, this.#dependencies()).then(
        () => !run.isDead,
        () => false,
      ),
    );
    if (isDone) this.#messages.delete(message);
    else message.dueMs = this.nowMs + VISIBILITY_MS;
  }

  #dependencies(): AttemptDependencies {
    const { retrySeconds, disableAfterHours } = production.webhooks;
    return {
      table: this.#table,
      now: () => new Date(this.nowMs),
      random: this.#random,
      retrySeconds,
      disableAfterSeconds: disableAfterHours * 3600,
      schedule: (delivery, at) =>
        this.#request(async () => {
          const name = scheduleName(delivery, at);
          if (at.getTime() <= this.nowMs) throw new Error('The scheduler refuses times in the past.');
          if (this.#scheduled.has(name)) return;
          const dueMs = at.getTime() + this.#random() * SCHEDULER_MS;
          this.#scheduled.set(name, { body: messageOf(delivery), dueMs });
        }),
      send: async ({ id: eventId }, { id: webhookId }) => {
        const at = new Date(this.nowMs).toISOString();
        this.requests.push({ eventId, atMs: this.nowMs });
        this.nowMs += 20;
        const status = this.#statusOf.get(webhookId)!(this.nowMs);
        return {
          attempt: { at, duration_ms: 20, status, error: null, response: '' },
          outcome: { kind: 'answered', status },
        };
      },
    };
  }

  /** Makes a request of a function, which may die before or after it, or whose answer may be lost. */
  async #request<T>(request: () => Promise<T>): Promise<T> {
    const run = this.#runs.getStore();
    if (!run) return request();
    const { death, lostAnswer } = this.#trouble;
    if (run.isDead) throw new Error('died');
    run.isDead = this.#random() < death;
    if (run.isDead && this.#random() < 0.5) throw new Error('died');
    if (this.#random() < lostAnswer) await request().catch(() => undefined);
    const answer = await request();
    if (run.isDead) throw new Error('died');
    return answer;
  }
}

function earliest<T>(all: Iterable<T>, dueOf: (each: T) => number): T | undefined {
  let first: T | undefined;
  for (const each of all) if (first === undefined || dueOf(each) < dueOf(first)) first = each;
  return first;
}

const stored = ({ user_id: userId, id: deliveryId }: StoredDelivery) =>
  getDelivery(table, { userId, deliveryId });

it('an endpoint that is down for 20 hours gets every event when it is up again', {
  timeout: 180_000,
}, async () => {
  const world = new World(randomNumbers(1));
  const begunMs = world.nowMs;
  const upMs = begunMs + 20 * HOUR_MS;
  const webhook = await world.webhook((nowMs) => (nowMs < upMs ? 503 : 200));
  const deliveries = await world.deliver(webhook, 15);
  await world.runUntil(begunMs + 10 * HOUR_MS);
  deliveries.push(...(await world.deliver(webhook, 5)));

  await world.runUntil(Number.POSITIVE_INFINITY);

  const received = world.requests.filter(({ atMs }) => atMs >= upMs).map(({ eventId }) => eventId);
  expect(received.toSorted()).toEqual(deliveries.map(({ event_id }) => event_id).toSorted());
  expect(world.deadLettered).toBe(0);
  // The deliveries that the last failure delays come within ten hours, with their jitter.
  expect((world.nowMs - begunMs) / HOUR_MS).toBeLessThan(20 + 12.5);
});

const RUNS = randomRuns(60, 'runs of dying functions');

it(`functions that die, lose answers and get messages twice lose no delivery in ${RUNS} random runs`, {
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = randomNumbers(seed);
    const world = new World(random, { death: 0.03, lostAnswer: 0.03, twice: 0.05 });
    const upMs = world.nowMs + random() * 4 * HOUR_MS;
    const flaky = await world.webhook((nowMs) => (nowMs < upMs && random() < 0.7 ? 500 : 200));
    const down = await world.webhook((nowMs) => (nowMs < upMs ? 503 : 200), flaky.user_id);
    const deliveries = [...(await world.deliver(flaky, 8)), ...(await world.deliver(down, 8))];

    await world.runUntil(Number.POSITIVE_INFINITY);

    const requested = new Set(world.requests.map(({ eventId }) => eventId));
    const states = (await Promise.all(deliveries.map(stored))).map((delivery) => delivery?.status);
    expect([new Set(states), world.deadLettered, requested.size], `seed ${seed}`).toEqual([
      new Set(['delivered']),
      0,
      deliveries.length,
    ]);
  }
});
