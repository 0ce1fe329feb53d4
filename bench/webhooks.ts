import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { Table as StoreTable } from '../lambdas/platform/table/table.ts';
import { Api, until } from '../test/support/service/api.ts';
import { startProgram } from './load/program.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { operatorTable } from './turns/prompts.ts';
import { type MeasuredReceiver, startReceiver } from './webhooks/measured-receiver.ts';
import { type StoredEvent, storeEvent } from './webhooks/store-event.ts';

const SINGLE_EVENTS = 200;
const ENDPOINTS = 50;
const SLOW = 5;
const SLOW_MS = 5_000;
/** Events a second, and their duration. */
const RATE = 15;
const SECONDS = 30;
/** The largest ratio of the healthy endpoints' 99th percentile to that of a run with healthy endpoints only. */
const MAX_RATIO = 2;

const told = z.object({
  base_url: z.string(),
  access_token: z.string(),
  aws_endpoint_url: z.string(),
  operator_key: z.string(),
});

/** Dependencies of the measurements. */
interface Scene {
  readonly api: Api;
  readonly table: StoreTable;
}

/** Measures deliveries to webhooks. */
export async function measureWebhooks(): Promise<readonly Table[]> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  const program = await startProgram('service.ts', [data]);
  const connection = told.parse(program.told);
  const { table, close } = operatorTable(connection);
  const scene = { api: new Api(connection.base_url, connection.access_token), table };
  try {
    const latency = await measureLatency(scene);
    const isolation = await measureIsolation(scene);
    return [latency, isolation];
  } finally {
    close();
    await program.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

const createWebhook = async (api: Api, url: string): Promise<string> =>
  (await api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url })).id;

async function measureLatency({ api, table }: Scene): Promise<Table> {
  const receiver = await startReceiver();
  const webhook = await createWebhook(api, receiver.url);
  const events: StoredEvent[] = [];
  // The first ones start the functions.
  for (let sent = 0; sent < SINGLE_EVENTS + 10; sent++) {
    const event = await storeEvent(table, webhook);
    await until('the delivery', () => receiver.received.has(event.id) || { waitingFor: event.id });
    if (sent >= 10) events.push(event);
  }
  const times = latencies(events, receiver);
  await receiver.close();
  return {
    title: 'From an event to its delivery',
    note: 'From the end of the write that stores an event until a webhook on the same machine receives it, one event after another. AWS has polling of its own on the way: of the stream, and of two queues.',
    columns: ['events', 'p50, ms', 'p99, ms'],
    rows: [[number(times.length), ...[0.5, 0.99].map((p) => number(percentile(times, p)))]],
  };
}

/** Milliseconds from storing to receiving; omits events that were not received. */
const latencies = (events: readonly StoredEvent[], { received }: MeasuredReceiver) =>
  events.flatMap(({ id, at }) => {
    const first = received.get(id)?.[0];
    return first === undefined ? [] : [first - at];
  });

async function measureIsolation({ api, table }: Scene): Promise<Table> {
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, () => startReceiver()));
  const slow = await Promise.all(Array.from({ length: SLOW }, () => startReceiver(SLOW_MS)));
  const dead = await startReceiver();
  await dead.close();
  const webhooksOf = (targets: readonly MeasuredReceiver[]) =>
    Promise.all(
      targets.map(async (receiver) => ({ receiver, webhook: await createWebhook(api, receiver.url) })),
    );
  const ill = [dead, ...slow];
  const withBadOnes = [...ill, ...receivers.slice(ill.length)];
  // The first ones start the functions, as many as run concurrently.
  await runFor(table, await webhooksOf(withBadOnes), ill);
  const healthy = await runFor(table, await webhooksOf(receivers));
  const mixed = await runFor(table, await webhooksOf(withBadOnes), ill);
  for (const receiver of [...receivers, ...slow]) await receiver.close();
  const ratio = percentile(mixed.times, 0.5) / percentile(healthy.times, 0.5);
  const row = (name: string, { times, perSecond }: Run, judged: readonly Cell[]): readonly Cell[] => [
    name,
    number(times.length),
    number(perSecond, 1),
    ...[0.5, 0.99].map((p) => number(percentile(times, p))),
    ...judged,
  ];
  return {
    title: 'Webhooks beside bad ones',
    note:
      `${RATE} events a second for ${SECONDS} s, in turns to ${ENDPOINTS} webhooks: all healthy; then one of them dead and ${SLOW} that take ${SLOW_MS / 1000} s to answer, new ones that nothing is known of yet. Functions are warm. ` +
      `Told are the deliveries to the healthy ones. Goal: the second p50 at most ${MAX_RATIO} times the first. The p99 has the first seconds, in which the slow ones hold their user's share of the workers.`,
    columns: ['webhooks', 'deliveries', 'deliveries/s', 'p50, ms', 'p99, ms', 'to all healthy', 'goal'],
    rows: [
      row('all healthy', healthy, ['', '']),
      row('1 dead, 5 slow', mixed, [number(ratio, 2), verdict(ratio, MAX_RATIO)]),
    ],
  };
}

interface Run {
  readonly times: readonly number[];
  readonly perSecond: number;
}

async function runFor(
  table: StoreTable,
  targets: readonly { readonly receiver: MeasuredReceiver; readonly webhook: string }[],
  ill: readonly MeasuredReceiver[] = [],
): Promise<Run> {
  const sent: { readonly receiver: MeasuredReceiver; readonly event: Promise<StoredEvent> }[] = [];
  const begun = Date.now();
  for (let at = 0; at < RATE * SECONDS; at++) {
    const target = targets[at % targets.length];
    if (target) sent.push({ receiver: target.receiver, event: storeEvent(table, target.webhook) });
    await wait(Math.max(0, begun + ((at + 1) * 1000) / RATE - Date.now()));
  }
  const healthy = await Promise.all(
    sent
      .filter(({ receiver }) => !ill.includes(receiver))
      .map(async ({ receiver, event }) => ({ receiver, event: await event })),
  );
  const isReceived = () => healthy.every(({ receiver, event }) => receiver.received.has(event.id));
  for (let waits = 0; waits < 5 && !isReceived(); waits++) {
    await until('the deliveries', () => isReceived() || { waitingFor: 'deliveries' }).catch(() => {});
  }
  if (!isReceived()) throw new Error('Some events were not delivered to healthy webhooks.');
  const lasts = healthy.map(({ receiver, event }) => receiver.received.get(event.id)?.[0] ?? 0);
  return {
    times: healthy.flatMap(({ receiver, event }) => latencies([event], receiver)),
    perSecond: (healthy.length * 1000) / (Math.max(...lasts) - begun),
  };
}
