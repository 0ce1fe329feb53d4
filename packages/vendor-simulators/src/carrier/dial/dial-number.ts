import { once } from 'node:events';
import { answerCall } from '../calls/answer-call.ts';
import type { ProgramRun } from '../calls/speak.ts';
import type { Program } from '../requests/program.ts';
import { Call } from '../state/call.ts';
import type { Dial, DialledNumber } from '../twiml/dial-markup.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import { isE164 } from '../vendor-api/e164.ts';
import { Room } from './room.ts';
import { holdTheLine } from './talk.ts';

type NumberDial = Dial & { readonly to: DialledNumber };

const EITHER = { startsOnEnter: true, endsOnExit: true };

/** Calls a number and connects it with the call. Returns the action's parameters. */
export async function dialNumber(run: ProgramRun, verb: NumberDial): Promise<Record<string, string>> {
  const { context, call } = run;
  const refusal = refusalOf(run, verb);
  if (refusal) {
    call.log.add({ type: 'error', code: refusal.code, message: refusal.message });
    return { DialCallStatus: 'failed', DialBridged: 'false' };
  }
  const room = new Room();
  const connected = new AbortController();
  const child = childOf(run, verb, { room, connected });
  context.start(child);
  call.log.add({ type: 'note', message: `Dials ${child.request.to} as ${child.sid}.` });
  await ring(run, child, connected.signal);
  const isBridged = connected.signal.aborted;
  if (isBridged) {
    answerCall(context, call);
    await room.enter({ call, pace: context.pace, signal: run.signal }, EITHER);
  }
  return {
    DialCallStatus: isBridged ? 'completed' : child.status,
    DialCallSid: child.sid,
    DialBridged: String(isBridged),
    ...(child.answeredAt ? { DialCallDuration: String(child.durationSeconds) } : {}),
  };
}

/** Why the vendor does not dial: its codes 13214 and 13224. */
function refusalOf({ context, call }: ProgramRun, { callerId, to }: NumberDial): TwimlError | undefined {
  const { account, request } = call;
  if (!isE164(to.phoneNumber) || context.callees.at(to.phoneNumber).answer === 'reject-request') {
    return new TwimlError(13224, `Dial: the number ${to.phoneNumber} is invalid or cannot be called.`);
  }
  if (callerId === undefined || callerId === request.from || callerId === request.to) return undefined;
  const isTheirs = !account.verifiesCallerId || context.numbers.isHeldBy(account, callerId);
  return isE164(callerId) && isTheirs
    ? undefined
    : new TwimlError(13214, `Dial: the callerId ${callerId} is invalid.`);
}

function childOf(
  { context, call }: ProgramRun,
  { to, ...verb }: NumberDial,
  { room, connected }: { readonly room: Room; readonly connected: AbortController },
): Call {
  const connect: Program = {
    enter: (signal) => {
      connected.abort();
      return room.enter({ call: child, pace: context.pace, signal }, EITHER);
    },
  };
  const child: Call = new Call({
    account: call.account,
    direction: 'outbound-dial',
    parent: call,
    callee: context.callees.at(to.phoneNumber),
    request: {
      to: to.phoneNumber,
      from: verb.callerId ?? call.request.from,
      program: to.screening ?? connect,
      afterwards: to.screening && connect,
      machineDetection: to.machineDetection,
      statusCallback: to.statusCallback,
      statusCallbackEvents: to.statusCallbackEvents,
      timeoutSeconds: verb.timeoutSeconds,
      timeLimitSeconds: verb.timeLimitSeconds,
    },
  });
  return child;
}

/**
 * Waits until the dialled party is connected, or certainly will not be: they may hear other instructions first, and
 * hang up. The caller hears ringing, and may hang up.
 */
async function ring({ call, signal }: ProgramRun, child: Call, connected: AbortSignal): Promise<void> {
  const ringing = new AbortController();
  const waiting = holdTheLine(call, AbortSignal.any([signal, ringing.signal]));
  const isDecided = AbortSignal.any([signal, connected, child.over]);
  if (!isDecided.aborted) await once(isDecided, 'abort');
  if (!connected.aborted) child.end(child.answeredAt ? 'completed' : 'canceled');
  ringing.abort();
  await waiting;
}
