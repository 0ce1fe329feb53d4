// The delivery function with its queue and the scheduler, on its own clock: a delivery arrives, whatever it waits
// for.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoredDelivery } from '../../../lambdas/domain/events/delivery.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { production } from '../../../lib/config/production.ts';
import { DeliveryWorld } from '../../support/delivery-world.ts';
import { randomNumbers } from '../../support/run/random-numbers.ts';
import { randomRuns } from '../../support/run/random-runs.ts';
import { openTable } from '../../support/table/table.ts';

vi.hoisted(() => {
  // Every attempt is logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

let table: Table;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

const HOUR_MS = 3_600_000;

/** The states of deliveries, each once. */
async function statesOf(world: DeliveryWorld, deliveries: readonly StoredDelivery[]): Promise<string[]> {
  const stored = await Promise.all(deliveries.map((delivery) => world.stored(delivery)));
  return [...new Set(stored.map(({ status }) => status))];
}

const eventsOf = (deliveries: readonly StoredDelivery[]) => deliveries.map(({ event_id }) => event_id);

describe('a burst of deliveries to a slow endpoint', { timeout: 300_000 }, () => {
  const SECONDS = 2.5;
  const AT_ONCE = 4;

  it('is delivered whole, each once, in about the time that the endpoint needs', async () => {
    const count = randomRuns(1000, 'deliveries');
    const world = new DeliveryWorld(table);
    const webhook = await world.webhook(() => ({ status: 200, afterMs: SECONDS * 1000 }));
    const deliveries = await world.deliver(webhook, count);

    const seconds = (await world.drain()) / 1000;

    expect(await statesOf(world, deliveries)).toEqual(['delivered']);
    expect(world.requests.map(({ eventId }) => eventId).toSorted()).toEqual(eventsOf(deliveries).toSorted());
    expect(world.deadLettered).toBe(0);
    expect(world.mostAtOnce.get(webhook.id)).toBeLessThanOrEqual(production.webhooks.concurrencyPerUser);
    // Most looks of a waiting delivery are one read; an attempt takes and returns three permits.
    expect(world.receives).toBeLessThan(25 * count);
    expect(world.tableRequests).toBeLessThan(world.receives + 14 * count);
    // The last ones wait for longer than the endpoint needs.
    expect(seconds).toBeLessThan((1.1 * count * SECONDS) / AT_ONCE + 240);
  });
});

describe('an endpoint that is down for 20 hours', { timeout: 180_000 }, () => {
  it('gets every event when it is up again, although its deliveries were postponed more than 16 times', async () => {
    const world = new DeliveryWorld(table);
    const up = world.nowMs + 20 * HOUR_MS;
    const webhook = await world.webhook((now) => ({ status: now < up ? 503 : 200, afterMs: 20 }));
    const deliveries = await world.deliver(webhook, 15);
    await world.pass(10 * HOUR_MS);
    deliveries.push(...(await world.deliver(webhook, 5)));

    const hours = (10 * HOUR_MS + (await world.drain())) / HOUR_MS;

    const delivered = world.requests.filter(({ atMs }) => atMs >= up).map(({ eventId }) => eventId);
    expect(await statesOf(world, deliveries)).toEqual(['delivered']);
    expect(delivered.toSorted()).toEqual(eventsOf(deliveries).toSorted());
    expect(world.deadLettered).toBe(0);
    expect(world.receives / deliveries.length).toBeGreaterThan(2 * 16);
    // The next attempts of deliveries that the last failure postponed come within ten hours, with their jitter.
    expect(hours).toBeLessThan(20 + 12.5);
  });
});

describe('functions that die, lose answers and receive messages twice', { timeout: 300_000 }, () => {
  const runs = randomRuns(100, 'runs of dying functions');

  it(`lose no delivery in ${runs} random runs`, async () => {
    for (let seed = 1; seed <= runs; seed++) {
      const random = randomNumbers(seed);
      const world = new DeliveryWorld(table, { random, death: 0.03, lostAnswer: 0.03, twice: 0.05 });
      const up = world.nowMs + random() * 4 * HOUR_MS;
      const flaky = await world.webhook((now) => ({
        status: now < up && random() < 0.7 ? 500 : 200,
        afterMs: Math.round(random() * 3_000),
      }));
      const down = await world.webhook(
        (now) => ({ status: now < up ? 503 : 200, afterMs: 20 }),
        flaky.user_id,
      );
      const deliveries = [...(await world.deliver(flaky, 8)), ...(await world.deliver(down, 8))];

      await world.drain();

      const requested = new Set(world.requests.map(({ eventId }) => eventId));
      const stored = await Promise.all(deliveries.map((delivery) => world.stored(delivery)));
      const outcome = {
        states: [...new Set(stored.map(({ status }) => status))],
        deadLettered: world.deadLettered,
        requested: requested.size,
      };
      expect(outcome, `seed ${seed}`).toEqual({
        states: ['delivered'],
        deadLettered: 0,
        requested: deliveries.length,
      });
      for (const { attempts } of stored)
        expect(attempts.length, `seed ${seed}`).toBeLessThanOrEqual(
          production.webhooks.retrySeconds.length + 1,
        );
    }
  });
});
