// The calls at the carrier of the service that serves all test files of a run.
import { newNumber } from '../scene.ts';
import { type Answer, getJson, until } from './api.ts';
import { connection } from './shared-api.ts';

const CALLS = `${connection.carrier_url}/simulator/calls`;

/** A call with its log. */
export const carrierCall = (sid: string): Promise<Answer['body']> => getJson(`${CALLS}/${sid}`);

/** The same, after its end. */
export const finishedCarrierCall = (sid: string): Promise<Answer['body']> =>
  until(`the carrier's call ${sid}`, async () => {
    const call = await carrierCall(sid);
    return call.finished ? call : { waitingFor: call.status };
  });

/** The calls to a number, under way or not. */
export async function carrierCallsTo(number: string): Promise<Answer['body'][]> {
  const calls: { sid: string }[] = await getJson(`${CALLS}?to=${encodeURIComponent(number)}`);
  return Promise.all(calls.map(({ sid }) => carrierCall(sid)));
}

/** The same, after their end. */
export async function finishedCarrierCallsTo(number: string): Promise<Answer['body'][]> {
  return Promise.all((await carrierCallsTo(number)).map(({ sid }) => finishedCarrierCall(sid)));
}

const headers = { 'content-type': 'application/json' };

/** Lets an interactive callee hang up. */
export const hangUp = (sid: string) =>
  fetch(`${CALLS}/${sid}/say`, { method: 'POST', headers, body: JSON.stringify({ hang_up: true }) });

/** A person calls a number and does this. Returns the carrier's id of the call. */
export async function callUp(to: string, script: readonly object[], from = newNumber()): Promise<string> {
  const body = JSON.stringify({ from, to, callee: { script } });
  const response = await fetch(CALLS, { method: 'POST', headers, body });
  return ((await response.json()) as { sid: string }).sid;
}
