import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Api } from '../../test/support/service/api.ts';
import { newDataFolder, startService } from '../../test/support/service/service-process.ts';
import { number, type Table, verdict } from '../table.ts';
import { operatorTable } from '../turns/prompts.ts';
import { startReceiver } from './measured-receiver.ts';
import { storeEvent } from './store-event.ts';

const EVENTS = 10_000;
const KILLS = 5;
const AT_A_TIME = 20;
/** Random milliseconds, at most, before the service is killed in each phase. */
const LONGEST_MS = 4_000;
/** Messages that the killed process held are received again after the queue's visibility timeout. */
const PATIENCE_MS = 240_000;

/** Stores events while the service is killed at random moments, and counts the received ones. */
export async function measureCrashes(): Promise<Table> {
  const data = newDataFolder();
  const receiver = await startReceiver();
  const stored = new Set<string>();
  const begun = Date.now();
  for (let run = 0; run <= KILLS; run++) {
    const service = await startService({ data });
    const { table, close } = operatorTable(service.connection.aws_endpoint_url);
    const api = new Api(service.connection.base_url, service.connection.access_token);
    const body = { subscriptions: ['event_message'], url: receiver.url };
    const webhook = await api.created('/v1/webhooks/create', body);
    const share = Math.ceil((EVENTS * (run + 1)) / (KILLS + 1));
    while (stored.size < share) {
      const length = Math.min(AT_A_TIME, share - stored.size);
      const events = await Promise.all(Array.from({ length }, () => storeEvent(table, webhook.id)));
      for (const { id } of events) stored.add(id);
    }
    close();
    if (run < KILLS) {
      await wait(Math.random() * LONGEST_MS);
      await service.kill();
    } else {
      const deadline = Date.now() + PATIENCE_MS;
      while ([...stored].some((id) => !receiver.received.has(id)) && Date.now() < deadline) await wait(500);
      await service.stop();
    }
  }
  await receiver.close();
  rmSync(data, { recursive: true, force: true });
  const requests = [...receiver.received.values()].reduce((sum, times) => sum + times.length, 0);
  const distinct = [...stored].filter((id) => receiver.received.has(id)).length;
  return {
    title: 'Deliveries of a service that is killed',
    note: `${EVENTS.toLocaleString('en-US')} events to one webhook; the service is killed (SIGKILL) at ${KILLS} random moments and started again. Goal: every event is received.`,
    columns: ['events', 'received', 'repeats, %', 'seconds in all', 'goal'],
    rows: [
      [
        number(stored.size),
        number(distinct),
        number((100 * (requests - receiver.received.size)) / requests, 2),
        number((Date.now() - begun) / 1000),
        verdict(stored.size - distinct, 0),
      ],
    ],
  };
}
