import { type Client, NotFound, type Schema } from 'phone-call-agents-client';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import {
  type ListenState,
  listenFile,
  readListenState,
  removeListenState,
  writeListenState,
} from './listen-state.ts';

type Webhook = Schema<'Webhook'>;

/** Milliseconds that the deletion of the webhook may take after Ctrl-C. */
const DELETE_WITHIN_MS = 10_000;

/** The webhook whose events are forwarded, and the file with what was forwarded. */
export interface ListenedWebhook {
  readonly webhook: Webhook;
  readonly file: string;
  readonly state: ListenState;
}

/** Finds the given webhook, or makes one of all calls, disabled, so that deliveries are stored but not attempted. */
export async function findListenedWebhook(
  { client, connection, signal }: Context,
  url: string,
  given: string | undefined,
): Promise<ListenedWebhook> {
  const now = new Date().toISOString();
  const key = given ?? (await client.get('/v1/sessions/current', { signal })).user_id;
  const file = listenFile(connection.url, key);
  const former = readListenState(file);
  const found =
    given === undefined ? await leftWebhook(client, former, signal) : await webhookOf(client, given, signal);
  const webhook = await ready(
    client,
    found ?? (await makeWebhook(client, url, { file, now, signal })),
    signal,
  );
  if (!webhook.secret.startsWith('whsec_'))
    throw new UsageError('The token lacks the scope webhooks:read, which shows the signing secret.');
  const state = found && former ? former : { webhook: webhook.id, since: now, forwarded: [] };
  writeListenState(file, state);
  return { webhook, file, state };
}

const webhookOf = (client: Client, id: string, signal: AbortSignal): Promise<Webhook> =>
  client.get('/v1/webhooks', { query: { id }, signal });

async function leftWebhook(
  client: Client,
  former: ListenState | undefined,
  signal: AbortSignal,
): Promise<Webhook | undefined> {
  try {
    return former && (await webhookOf(client, former.webhook, signal));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

async function makeWebhook(
  client: Client,
  url: string,
  { file, now, signal }: { readonly file: string; readonly now: string; readonly signal: AbortSignal },
): Promise<Webhook> {
  // Without subscriptions until it is disabled.
  const body = { url, subscriptions: [], all_calls: true };
  const webhook = await client.post('/v1/webhooks/create', { body, signal });
  writeListenState(file, { webhook: webhook.id, since: now, forwarded: [] });
  return webhook;
}

const EVENTS: Webhook['subscriptions'] = [
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
  'event_recording',
  'event_human_detection',
  'event_analysis',
];

/** Subscribes a new webhook, which a former listen may not have come to. */
async function ready(client: Client, webhook: Webhook, signal: AbortSignal): Promise<Webhook> {
  if (webhook.subscriptions.length > 0) return webhook;
  const body = { enabled: false, subscriptions: EVENTS };
  return client.post('/v1/webhooks/update', { query: { id: webhook.id }, body, signal });
}

export async function removeListenedWebhook(
  client: Client,
  { webhook, file }: ListenedWebhook,
): Promise<void> {
  const signal = AbortSignal.timeout(DELETE_WITHIN_MS);
  await client.post('/v1/webhooks/delete', { query: { id: webhook.id }, signal });
  removeListenState(file);
}
