import { nextInProcess } from './run/next-in-process.ts';
import type { Api } from './service/api.ts';
import type { Connection } from './service/service-process.ts';

/** The number of this process among those of the test run; outside of one, its id. */
const PROCESS = Number(process.env.VITEST_WORKER_ID ?? process.pid);

/** A phone number that no other call of this test run has. */
export function newNumber(): string {
  const count = nextInProcess('phone number');
  return `+1555${String(PROCESS % 1000).padStart(3, '0')}${String(count).padStart(4, '0')}`;
}

/** All kinds of event that a webhook can subscribe to. */
export const ALL_EVENTS = [
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
  'event_recording',
  'event_human_detection',
];

/** The parts of an agent; all are optional. */
export interface AgentPlan {
  readonly prompt?: string;
  readonly initialMessage?: string;
  readonly webhookUrl?: string;
  readonly actions?: readonly unknown[];
  /** Further settings of the agent. */
  readonly settings?: object;
}

/** Makes an agent with its prompt, voice and webhook through the API. */
export async function makeAgent(api: Api, plan: AgentPlan = {}) {
  const webhook =
    plan.webhookUrl &&
    (await api.created('/v1/webhooks/create', { subscriptions: ALL_EVENTS, url: plan.webhookUrl }));
  const agent = await api.created('/v1/agents/create', {
    prompt: plan.prompt ?? 'You book appointments.',
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    actions: plan.actions ?? [{ type: 'action_end_conversation' }],
    ...(plan.initialMessage !== undefined && { initial_message: plan.initialMessage }),
    ...(webhook && { webhook: webhook.id }),
    ...plan.settings,
  });
  return { agent, webhook };
}

/** Configures the callee at a number of the simulated carrier. */
export async function setCallee(connection: Connection, number: string, callee: unknown): Promise<void> {
  await put(`${connection.carrier_url}/simulator/callees/${encodeURIComponent(number)}`, callee);
}

/** Adds rules to the scripted model, before its default rules. */
export async function addModelRules(connection: Connection, rules: readonly unknown[]): Promise<void> {
  await put(`${new URL(connection.model_url).origin}/simulator/rules`, rules);
}

/** Places a call to a callee with this behaviour. */
export async function placeCall(
  connection: Connection,
  api: Api,
  { agent, callee, wishes = {} }: { agent: string; callee: unknown; wishes?: object },
) {
  const to = newNumber();
  await setCallee(connection, to, callee);
  const from_number = connection.phone_number;
  const call = await api.created('/v1/calls/create', { from_number, to_number: to, agent, ...wishes });
  return { call, to };
}

/** Puts JSON to the control API of a simulator. */
export async function put(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}
