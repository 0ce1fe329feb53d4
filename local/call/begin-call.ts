import { setTimeout as wait } from 'node:timers/promises';
import type { CalleeInput } from 'vendor-simulators/carrier/callees/callee-config.ts';
import type { CallPlan } from './call-plan.ts';
import { CALLEES } from './callee.ts';
import { CommandError } from './clients/command-error.ts';
import type { Undo } from './undo.ts';

/** Milliseconds until the service stores an inbound call; it does so when the carrier requests instructions. */
const KNOWN_WITHIN_MS = 15_000;
const POLL_MS = 50;

/** Places the call in either direction, with its callee. Returns the call's id. */
export async function beginCall(plan: CallPlan, agent: string, undo: Undo): Promise<string> {
  const { api, carrier, display, script, sample, signal } = plan;
  const { from, to, inbound } = plan.arguments;
  const interactive = plan.openKeyboard !== undefined || sample?.callee.interactive === true;
  const { callee: known, call } = CALLEES[plan.arguments.callee ?? ''] ?? {};
  const callee = { ...sample?.callee, script: [...script], interactive, ...known };
  if (!inbound) undo.add('its callee', await carrier.bindNext(to, callee, signal));
  signal.throwIfAborted();
  display.begin(new Date());
  if (inbound) return receiveCall(plan, agent, callee);
  return (await api.createCall({ ...sample?.call, ...call, from_number: from, to_number: to, agent })).id;
}

/** Calls the agent's number; afterwards the number's previous agent is restored. */
async function receiveCall(
  { api, carrier, signal, arguments: { from: ours, to: theirs } }: CallPlan,
  agent: string,
  callee: CalleeInput,
): Promise<string> {
  const usual = await api.inboundAgentOf(ours);
  await api.setInboundAgent(ours, agent);
  try {
    const sid = await carrier.callUp({ from: theirs, to: ours, callee });
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
