import { type AgentPlan, makeAgent, placeCall } from './scene.ts';
import { type Api, getJson, until } from './service/api.ts';
import type { Connection } from './service/service-process.ts';

/** A call with an interactive callee. */
export interface Talk {
  readonly call: { readonly id: string; readonly user_id: string };
  /** Sends a line of the callee. */
  line(body: object): Promise<void>;
  /** Resolves when the carrier's log of the call contains the text. */
  happened(text: string): Promise<void>;
}

/**
 * Calls a callee with an agent of this prompt; resolves when the conversation has begun. The callee hangs up after
 * `patienceMs` without hearing a word.
 */
export async function startTalk(
  connection: Connection,
  api: Api,
  { patienceMs = 60_000, ...plan }: AgentPlan & { readonly patienceMs?: number },
): Promise<Talk> {
  const { agent } = await makeAgent(api, plan);
  const callee = { answer: 'answer', interactive: true, script: [], patience_ms: patienceMs };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee });
  const { telephony_id: sid } = await api.callWhen(call.id, ({ status }) => status === 'in_progress');
  const url = `${connection.carrier_url}/simulator/calls/${sid}`;
  const happened = async (text: string) => {
    await until(text, async () => {
      const events = JSON.stringify((await getJson(url)).events);
      return events.includes(text) || { waitingFor: events.slice(-500) };
    });
  };
  await happened('"setup"');
  return {
    call,
    happened,
    async line(body) {
      const { ok, status } = await fetch(`${url}/say`, { method: 'POST', body: JSON.stringify(body) });
      if (!ok) throw new Error(`The callee could not do it: ${status}.`);
    },
  };
}
