import { setTimeout as wait } from 'node:timers/promises';
import { type ItemOf, mayPass } from 'phone-call-agents-client';
import type { Context } from '../context.ts';
import type { Output } from '../output/output.ts';
import { checkedUrl } from '../settings/find-connection.ts';
import { forward } from './forward.ts';
import { type ListenState, writeListenState } from './listen-state.ts';
import { findListenedWebhook, type ListenedWebhook, removeListenedWebhook } from './listened-webhook.ts';

interface ListenOptions {
  readonly forwardTo: string;
  readonly webhook?: string;
}

type ListedDelivery = ItemOf<'/v1/webhooks/deliveries/list'>;

/** Milliseconds between two polls. */
const POLL_MS = 1_000;

/** Milliseconds after its event within which a delivery is stored, also if the service has to repeat that. */
const STORED_WITHIN_MS = 5 * 60_000;

interface Listening extends ListenedWebhook {
  readonly url: string;
  state: ListenState;
  /** Deliveries that were found and not forwarded yet. */
  pending: number;
}

/** Forwards events until Ctrl-C. */
export async function listen(context: Context, { forwardTo, webhook: given }: ListenOptions): Promise<void> {
  const url = checkedUrl(forwardTo);
  const { client, output, signal } = context;
  const listening: Listening = { ...(await findListenedWebhook(context, url, given)), url, pending: 0 };
  output.say(
    `Forwarding events to ${url}. Ctrl-C stops it.\nThe signing secret: ${listening.webhook.secret}`,
  );
  try {
    for (;;) {
      await forwardNew(context, listening);
      await wait(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    const { pending } = listening;
    if (pending > 0) console.error(`${pending} events wait: listen again to forward them.`);
    else if (signal.aborted && given === undefined) await removeListenedWebhook(client, listening);
    throw error;
  }
}

/** Forwards the deliveries that were stored since the last poll, in the order of their events. */
async function forwardNew(context: Context, listening: Listening): Promise<void> {
  const polledAt = Date.now();
  try {
    const found = await newDeliveries(context, listening);
    listening.pending = found.length;
    for (const delivery of found) {
      await forwardOne(context, listening, delivery);
      listening.pending -= 1;
    }
    keep(listening, listening.state.forwarded, Math.max(polledAt - STORED_WITHIN_MS, startOf(listening)));
  } catch (error) {
    // The service may be restarted, or the network away for a while.
    if (!mayPass(error)) throw error;
    console.error(error instanceof Error ? error.message : error);
  }
}

const startOf = ({ state }: Listening) => Date.parse(state.since);

async function newDeliveries({ client, signal }: Context, listening: Listening): Promise<ListedDelivery[]> {
  const { webhook, state } = listening;
  const known = new Set(state.forwarded);
  const found: ListedDelivery[] = [];
  const query = { webhook: webhook.id, from: state.since, size: 100 };
  for await (const delivery of client.list('/v1/webhooks/deliveries/list', { query, signal }))
    if (!known.has(delivery.id)) found.push(delivery);
  return found.sort((a, b) => a.timestamp.localeCompare(b.timestamp) || a.sequence - b.sequence);
}

async function forwardOne(
  context: Context,
  listening: Listening,
  { id, type }: ListedDelivery,
): Promise<void> {
  const { client, output, signal } = context;
  const { url, webhook, state } = listening;
  const delivery = await client.get('/v1/webhooks/deliveries', { query: { id }, signal });
  if ('payload' in delivery && delivery.payload !== null) {
    const onDown = (reason: string) =>
      output.say(`${timeNow(output)}  ${url} does not answer (${reason}); events wait …`);
    const answer = await forward(delivery, { url, secret: webhook.secret, signal, onDown });
    const isTaken = answer.status >= 200 && answer.status < 300;
    const status = output.paint(isTaken ? 'green' : 'red', String(answer.status));
    output.event(
      { ...answer, delivery },
      `${timeNow(output)}  ${type.padEnd(32)} ${status}  ${answer.ms} ms  ${delivery.call_id ? `call ${delivery.call_id}` : `campaign ${delivery.campaign_id}`}`,
    );
  } else output.say(`${timeNow(output)}  ${type.padEnd(32)} left out: its call was deleted`);
  keep(listening, [...state.forwarded, id], startOf(listening));
}

const timeNow = (output: Output) => output.paint('dim', new Date().toTimeString().slice(0, 8));

/** Stores what was forwarded. Forgets deliveries of events before `from`, in milliseconds, which are not read again. */
function keep(listening: Listening, forwarded: readonly string[], from: number): void {
  const since = new Date(from).toISOString();
  const remaining = forwarded.filter((id) => eventTimeOf(id) >= from);
  if (since === listening.state.since && remaining.length === listening.state.forwarded.length) return;
  listening.state = { ...listening.state, since, forwarded: remaining };
  writeListenState(listening.file, listening.state);
}

/** The time of an event in its delivery's id, a UUID of version 7, in milliseconds. */
const eventTimeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
