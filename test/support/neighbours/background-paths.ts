import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ContextServer } from '../peers/context-server.ts';
import { WebhookReceiver } from '../peers/webhook-receiver.ts';
import { makeAgent, newNumber, setCallee } from '../scene.ts';
import { until } from '../service/api.ts';
import type { Neighbours, WatchedUser } from './neighbours.ts';

/** Work of the service besides answering requests. One user floods it while another one waits for it. */
export interface BackgroundPath {
  /** One unit of the flood; resolves when the attacker has sent it, whatever the answer. */
  attack(): Promise<unknown>;
  /** One piece of the victim's work; resolves when it is done, rejects if it fails. */
  work(): Promise<unknown>;
  close?(): Promise<void>;
}

/** Every background path, by name. */
export const backgroundPaths: Readonly<Record<string, (neighbours: Neighbours) => Promise<BackgroundPath>>> =
  {
    deliveries,
    'scheduled calls': scheduledCalls,
    recordings,
    'collected fields': collectedFields,
    'silence checks': silenceChecks,
    callbacks,
    'WebSocket handshakes': handshakes,
    conversations,
    // Last: its flood fills the queue that all calls go through.
    dialling,
  };

/** Calls in one request of the attacker. */
export const CALLS_OF_BATCH = 10;

const BUSY = { answer: 'busy', ring_ms: 0 };
const BRIEF = { answer: 'answer', ring_ms: 0, script: [{ say: 'hello' }, { hang_up: true }] };
const FIELD = { field_type: 'field_type_email', label: 'Bill', name: 'bill', description: 'For the bill.' };
/** Waits until the silence was noticed, also by a busy machine. */
const SILENT = { answer: 'answer', ring_ms: 0, script: [{ wait_ms: 15_000 }, { hang_up: true }] };
const QUESTION = 'Are you still there?';

/** Many calls in few requests: a batch of unanswered calls. */
async function dialling({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const { agent } = await makeAgent(attacker.api);
  const to_number = newNumber();
  await setCallee(attacker.connection, to_number, BUSY);
  const recipients = Array.from({ length: CALLS_OF_BATCH }, () => ({ to_number }));
  const from_number = attacker.connection.phone_number;
  const body = { from_number, agent: agent.id, recipients };
  const call = await caller(victim, BUSY);
  return {
    attack: () => attacker.api.post('/v1/calls/batch', body),
    work: async () => expectStatus(await call(), 'error'),
  };
}

/** Webhooks that take two seconds to answer. */
async function deliveries({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const slow = new ContextServer((_, response) => setTimeout(() => response.end(), 2_000));
  const quick = new WebhookReceiver();
  const slowUrl = await slow.listen();
  const targets = await Promise.all(Array.from({ length: 20 }, () => webhook(attacker, slowUrl)));
  const own = await webhook(victim, await quick.listen());
  let sent = 0;
  return {
    attack: () => attacker.api.post(`/v1/webhooks/test?id=${targets[sent++ % targets.length]}`),
    work: async () => {
      const [{ event_id }] = await victim.api.created(`/v1/webhooks/test?id=${own}`);
      await until('the delivery', () => {
        const ids = quick.received.map(({ headers }) => headers['webhook-id']);
        return ids.includes(event_id) || { waitingFor: { event_id, ids } };
      });
    },
    close: async () => {
      await Promise.all([slow.close(), quick.close()]);
    },
  };
}

const webhook = async ({ api }: WatchedUser, url: string): Promise<string> =>
  (await api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url })).id;

async function scheduledCalls({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const [flood, call] = [await caller(attacker, BUSY), await caller(victim, BUSY)];
  const soon = () => ({ scheduled_at: new Date(Date.now() + 1_000).toISOString() });
  return {
    attack: () => flood.placed(soon()),
    work: async () => expectStatus(await call(soon()), 'error'),
  };
}

async function recordings({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const [flood, call] = [await caller(attacker, BRIEF), await caller(victim, BRIEF)];
  return {
    attack: () => flood.placed(),
    work: async () => {
      const { id } = await call();
      await victim.api.callWhen(id, ({ recording_available }) => recording_available);
    },
  };
}

async function collectedFields({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const settings = { prompt: { content: 'You take addresses.', collect_fields: [FIELD] } };
  const callee = { ...BRIEF, script: [{ say: 'My address is b@example.com.' }] };
  const [flood, call] = [await caller(attacker, callee, settings), await caller(victim, callee, settings)];
  return {
    attack: () => flood.placed(),
    work: async () => {
      const { id } = await call();
      await victim.api.callWhen(id, ({ collected_fields }) => collected_fields !== undefined);
    },
  };
}

async function silenceChecks({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const settings = {
    prompt: { content: 'You book appointments.' },
    initial_message: 'Hello.',
    idle_time_seconds: 1,
    ask_if_human_present_on_idle: true,
  };
  const [flood, call] = [await caller(attacker, SILENT, settings), await caller(victim, SILENT, settings)];
  return {
    attack: () => flood.placed(),
    work: async () => {
      const { transcript } = await call();
      if (!transcript?.includes(QUESTION)) throw new Error(`Nobody asked the callee: ${transcript}`);
    },
  };
}

/** Unsigned callbacks, for calls that do not exist. */
async function callbacks({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const call = await caller(victim, BRIEF);
  const form = { CallSid: `CA${'0'.repeat(32)}`, CallStatus: 'completed' };
  return {
    attack: () => {
      const url = `${attacker.connection.base_url}/telephony/calls/${randomUUID()}/${randomUUID()}/status`;
      return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    },
    work: async () => expectStatus(await call(), 'ended'),
  };
}

/** Handshakes that no account has signed. */
async function handshakes({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const call = await caller(victim, BRIEF);
  return {
    attack: async () => {
      const headers = { 'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' };
      const socket = new WebSocket(attacker.connection.websocket_url, { headers });
      // The handshake is accepted without proof, and has no rights.
      await once(socket, 'open');
      socket.terminate();
    },
    work: async () => expectStatus(await call(), 'ended'),
  };
}

async function conversations({ attacker, victim }: Neighbours): Promise<BackgroundPath> {
  const script = ['Hello.', 'Do you have a table?', 'Thank you.'].map((say) => ({ say }));
  const callee = { answer: 'answer', ring_ms: 0, script };
  const [flood, call] = [await caller(attacker, callee), await caller(victim, callee)];
  return {
    attack: () => flood.placed(),
    work: async () => {
      const { transcript } = await call();
      const said = transcript?.match(/^HUMAN: /gm)?.length;
      const answered = transcript?.match(/^AGENT: /gm)?.length ?? 0;
      if (said !== script.length || answered === 0) throw new Error(`Not answered: ${transcript}`);
    },
  };
}

/** Places calls of one agent to one callee. Returns each after its end. `placed` does not wait, whatever the answer. */
async function caller(user: WatchedUser, callee: object, settings: object = {}) {
  const { agent } = await makeAgent(user.api, { settings });
  const to_number = newNumber();
  await setCallee(user.connection, to_number, callee);
  const body = { from_number: user.connection.phone_number, to_number, agent: agent.id };
  const call = async (wishes: object = {}) => {
    const { id } = await user.api.created('/v1/calls/create', { ...body, ...wishes });
    return user.api.finishedCall(id);
  };
  return Object.assign(call, {
    placed: (wishes: object = {}) => user.api.post('/v1/calls/create', { ...body, ...wishes }),
  });
}

function expectStatus(call: { status: string; error_message?: string }, status: string): void {
  if (call.status !== status) throw new Error(`The call is ${call.status}: ${call.error_message}`);
}
