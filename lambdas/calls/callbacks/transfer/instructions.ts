import { planOf, type TransferPlan } from '../../../actions/model/transfer-plan.ts';
import { actionIn } from '../../../agents/model/call-snapshot.ts';
import { maxCallSeconds } from '../../../conversation/model/settings.ts';
import { loadEntry } from '../../../do-not-call/store/entries.ts';
import type { Table } from '../../../platform/table/table.ts';
import { readVariable } from '../../../platform/variables/variable.ts';
import { secondsBetween } from '../../../usage/model/usage.ts';
import { callbackUrl } from '../../callback-urls.ts';
import type { StoredCall } from '../../model/call.ts';
import { isFinal } from '../../model/call-state.ts';
import { isReturning } from '../../model/opening.ts';
import type { CallWithSnapshot } from '../../model/snapshot.ts';
import { MIN_RING_SECONDS, type NextNumbers, placeOf, secondsLeft } from '../../model/transfer/transfer.ts';
import { connectRelay } from '../connect-relay.ts';
import { hangUpMarkup, transferMarkup } from '../twiml/markup.ts';

/** The plan of a call's latest transfer. Returns undefined if there was none. */
export function transferPlan({ transfer, ...call }: CallWithSnapshot): TransferPlan | undefined {
  const action = transfer && actionIn(call, transfer.action_id);
  return action && planOf(action);
}

/** TwiML for the state of a call's transfer: it dials the current number, returns to the agent, or hangs up. */
export async function transferInstructions(call: CallWithSnapshot, now: Date): Promise<string> {
  const { transfer, transfer_attempts = [] } = call;
  if (isFinal(call.status) || !transfer) return hangUpMarkup();
  if (isReturning(call)) return connectRelay(call);
  const plan = transferPlan(call);
  const number = transfer_attempts[transfer.attempt ?? 0];
  if (transfer.state !== 'dialing' || !plan || !number) return hangUpMarkup();
  const key = { userId: call.user_id, callId: call.id };
  const url = (kind: Parameters<typeof callbackUrl>[0]) => callbackUrl(kind, key, transfer.attempt);
  const ringSecondsLeft = Math.max(secondsLeft(transfer, now), MIN_RING_SECONDS);
  return transferMarkup(call, {
    to: number.phone_number,
    ringSeconds: Math.min(plan.ringSeconds, ringSecondsLeft),
    maxSeconds: talkSeconds(call, now),
    ended: await url('transfer-ended'),
    status: await url('transfer-status'),
    ...(transfer.asks && { whisper: await url('transfer-whisper') }),
  });
}

/** Fewest seconds for which a transfer connects the two parties, however late it begins. */
const MIN_TALK_SECONDS = 60;

/** Seconds that the call has left. The vendor enforces its time limit on outbound calls only. */
function talkSeconds({ start_time }: CallWithSnapshot, now: Date): number {
  const spent = start_time === undefined ? 0 : secondsBetween(new Date(start_time), now);
  return Math.max(readVariable(maxCallSeconds) - spent, MIN_TALK_SECONDS);
}

/** The numbers of a transfer after its current one; none if its time is up. The callee then returns to the agent. */
export function numbersLeft(call: CallWithSnapshot, now: Date): readonly string[] {
  const { transfer } = call;
  if (!transfer || secondsLeft(transfer, now) < MIN_RING_SECONDS) return [];
  return transferPlan(call)?.phoneNumbers.slice(placeOf(transfer) + 1) ?? [];
}

/** The next of these numbers that can be called: not the call's own, nor on the user's do-not-call list. */
export async function nextNumbers(
  table: Table,
  { user_id, from_number, to_number }: StoredCall,
  phoneNumbers: readonly string[],
): Promise<NextNumbers> {
  const refused: string[] = [];
  for (const number of phoneNumbers) {
    const isOfCall = number === from_number || number === to_number;
    if (!isOfCall && (await loadEntry(table, user_id, number)) === undefined)
      return { refused, next: number };
    refused.push(number);
  }
  return { refused, next: undefined };
}
