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
 * What was said in a call, line by line, as it was heard at the carrier. The call's own transcript may lack the agent's
 * last words if the callee hangs up after them: the hang-up may overtake the report that they were spoken.
 */
export async function saidIn(
  { carrier_url }: Connection,
  { telephony_id: sid }: { readonly telephony_id: string },
): Promise<string[]> {
  const { transcript } = await getJson(`${carrier_url}/simulator/calls/${sid}`);
  return transcript.map(
    ({ speaker, text }: { speaker: string; text: string }) =>
      `${speaker === 'agent' ? 'AGENT' : 'HUMAN'}: ${text.trim()}`,
  );
}

/**
 * Calls a callee with an agent of this prompt; resolves when the conversation has begun. The callee hangs up after a
 * minute without hearing a word.
 */
export async function startTalk(connection: Connection, api: Api, plan: AgentPlan): Promise<Talk> {
  const { agent } = await makeAgent(api, plan);
  const callee = { answer: 'answer', interactive: true, script: [], patience_ms: 60_000 };
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
      const headers = { 'content-type': 'application/json' };
      const said = { method: 'POST', headers, body: JSON.stringify(body) };
      const { ok, status } = await fetch(`${url}/say`, said);
      if (!ok) throw new Error(`The callee could not do it: ${status}.`);
    },
  };
}
