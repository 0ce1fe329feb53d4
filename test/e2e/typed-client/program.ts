import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

/** The URL of the service, and the numbers of the call. */
export interface Settings {
  readonly baseUrl: string;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly webhookUrl: string;
}

/** Creates an agent, lists it, places a call and returns the call after its end. */
export async function runCall(settings: Settings) {
  const client = createClient<paths>({
    baseUrl: settings.baseUrl,
    headers: { authorization: `Bearer ${settings.token}` },
  });
  const prompt = done(await client.POST('/v1/prompts/create', { body: { content: 'You sell tea.' } }));
  const voice = done(
    await client.POST('/v1/voices/create', { body: { type: 'voice_builtin', voice_id: 'default' } }),
  );
  const webhook = done(
    await client.POST('/v1/webhooks/create', {
      body: { subscriptions: ['event_transcript'], url: settings.webhookUrl },
    }),
  );
  const agent = done(
    await client.POST('/v1/agents/create', {
      body: { prompt: prompt.id, voice: voice.id, webhook: webhook.id, initial_message: 'Tea?' },
    }),
  );
  const agents = done(
    await client.GET('/v1/agents/list', { params: { query: { size: 1, sort_desc: true } } }),
  );
  const call = done(
    await client.POST('/v1/calls/create', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { from_number: settings.from, to_number: settings.to, agent: agent.id },
    }),
  );
  for (;;) {
    const now = done(await client.GET('/v1/calls', { params: { query: { id: call.id } } }));
    if (isOver(now)) return { agent, agents: agents.items, call: now, transcript: now.transcript };
    await wait(50);
  }
}

/** The service's answer for a missing call. */
export async function missingCall({
  baseUrl,
  token,
}: Settings): Promise<components['schemas']['Error'] | undefined> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const { error } = await client.GET('/v1/calls', { params: { query: { id: crypto.randomUUID() } } });
  return error;
}

const isOver = ({ status }: components['schemas']['Call']) => status === 'ended' || status === 'error';

function done<T>({ data, error }: { readonly data?: T; readonly error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
