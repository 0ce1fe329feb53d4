import { setTimeout as wait } from 'node:timers/promises';
import type { CallPlan } from './call-plan.ts';
import { CommandError } from './clients/command-error.ts';

/** Milliseconds until the service stores an inbound call; it does so when the carrier requests instructions. */
const KNOWN_WITHIN_MS = 15_000;
const POLL_MS = 50;

/** Configures the callee, then places the call in either direction. Returns the call's id. */
export async function beginCall(plan: CallPlan, agent: string): Promise<string> {
  const { carrier, display, script, sample, signal } = plan;
  const { to, inbound } = plan.arguments;
  const isInteractive = plan.openKeyboard !== undefined;
  for (const [number, other] of Object.entries(sample?.others ?? {}))
    await carrier.registerCallee(number, other);
  await carrier.registerCallee(to, { ...sample?.callee, script: [...script], interactive: isInteractive });
  signal.throwIfAborted();
  display.begin(new Date());
  return inbound ? receiveCall(plan, agent) : placeCall(plan, agent);
}

async function placeCall({ api, sample, arguments: { from, to } }: CallPlan, agent: string): Promise<string> {
  return (await api.createCall({ ...sample?.call, from_number: from, to_number: to, agent })).id;
}

/** Calls the agent's number; afterwards the number's previous agent is restored. */
async function receiveCall(
  { api, carrier, signal, arguments: { from: ours, to: theirs } }: CallPlan,
  agent: string,
): Promise<string> {
  const usual = await api.inboundAgentOf(ours);
  await api.setInboundAgent(ours, agent);
  try {
    const sid = await carrier.callUp({ from: theirs, to: ours });
    for (const deadline = Date.now() + KNOWN_WITHIN_MS; Date.now() < deadline; ) {
      const call = (await api.callsTo(ours)).find(({ telephony_id }) => telephony_id === sid);
      if (call) return call.id;
      await wait(POLL_MS, undefined, { signal });
    }
  } finally {
    await api.setInboundAgent(ours, usual);
  }
  throw new CommandError(`The call was not answered within ${KNOWN_WITHIN_MS / 1000} seconds.`);
}
