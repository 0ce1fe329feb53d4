import type { CalleeInput } from 'vendor-simulators/carrier/callees/callee-config.ts';
import { KNOWN_CALLEES } from 'vendor-simulators/carrier/callees/known-callees.ts';
import { CommandError } from '#cli/errors.ts';
import { poll } from '#cli/poll.ts';
import type { Undo } from '#cli/undo.ts';
import type { CallPlan } from './call-plan.ts';
import { callFieldsFor } from './callee.ts';

/** Milliseconds until the service stores an inbound call, when the carrier requests instructions. */
const STORED_WITHIN_MS = 15_000;
/** Milliseconds until a call is dialed. If the vendor doesn't answer, the service retries for longer. */
const DIALED_WITHIN_MS = 30_000;
const POLL_MS = 50;

/** Sets the callee and places the call, in either direction. Returns the call's id. */
export async function beginCall(plan: CallPlan, agent: string, undo: Undo): Promise<string> {
  const { api, simulators, display, script, sample, signal } = plan;
  const { from, to, inbound } = plan.arguments;
  const interactive = plan.openKeyboard !== undefined || sample?.callee.interactive === true;
  const { callee: name = '' } = plan.arguments;
  const callee = { ...sample?.callee, script: [...script], interactive, ...KNOWN_CALLEES[name] };
  if (!inbound) undo.add('its callee', await simulators.bindNext(to, callee, signal));
  signal.throwIfAborted();
  display.begin(new Date());
  if (inbound) return receiveCall(plan, agent, callee);
  const body = { ...sample?.call, ...callFieldsFor(name), from_number: from, to_number: to, agent };
  return (await api.post('/v1/calls/create', { body })).id;
}

/** Calls the agent's number; afterwards the number's previous agent is restored. */
async function receiveCall(
  { api, simulators, signal, arguments: { from: ours, to: theirs } }: CallPlan,
  agent: string,
  callee: CalleeInput,
): Promise<string> {
  const query = { phone_number: ours };
  const { inbound_agent: usual } = await api.get('/v1/numbers', { query });
  await api.post('/v1/numbers/update', { query, body: { inbound_agent: agent } });
  try {
    const sid = await simulators.callUp({ from: theirs, to: ours, callee });
    const stored = async () => {
      const { items } = await api.page('/v1/calls/list', { query: { to_number: ours } });
      return items.find(({ telephony_id }) => telephony_id === sid)?.id;
    };
    const id = await poll(stored, { withinMs: STORED_WITHIN_MS, everyMs: POLL_MS, signal });
    if (id !== undefined) return id;
  } finally {
    await api.post('/v1/numbers/update', { query, body: { inbound_agent: usual?.id ?? null } });
  }
  throw new CommandError(`The call was not answered within ${STORED_WITHIN_MS / 1000} seconds.`);
}

/** Waits until the call is dialed. Returns the carrier's id, or undefined if the call ended before. */
export async function findCarrierCall(
  { api, signal }: Pick<CallPlan, 'api' | 'signal'>,
  callId: string,
): Promise<string | undefined> {
  const dialed = async () => {
    const { telephony_id: sid, status } = await api.get('/v1/calls', { query: { id: callId } });
    return sid || status === 'ended' || status === 'error' ? { sid } : undefined;
  };
  const found = await poll(dialed, { withinMs: DIALED_WITHIN_MS, everyMs: 2 * POLL_MS, signal });
  if (found) return found.sid || undefined;
  throw new CommandError(`The call was not dialed within ${DIALED_WITHIN_MS / 1000} seconds.`);
}
