import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sendCallback } from '../callbacks/webhook-request.ts';
import type { Callee } from '../callees/callee-config.ts';
import { Call } from '../calls/call.ts';
import type { Dial, DialedConference, DialedNumber } from '../twiml/markup.ts';
import { isE164, rfc2822 } from '../vendor-api.ts';
import { answerCall, askAction, type ProgramRun, type Step } from '../verbs.ts';
import { holdTheLine, Room } from './room.ts';

/** Connects the call with another party until it is over. Goes on with the action's instructions, if there is one. */
export async function dial(run: ProgramRun, verb: Dial): Promise<Step> {
  const { to, action } = verb;
  const result = 'name' in to ? await dialConference(run, to) : await dialNumber(run, { ...verb, to });
  run.context.closing.throwIfAborted();
  return action === undefined ? 'next' : { goOnWith: await askAction(run, action, result) };
}

/** Keeps the call in its account's conference of this name until it is over. Returns the action's parameters. */
async function dialConference(
  run: ProgramRun,
  conference: DialedConference,
): Promise<Record<string, string>> {
  const { conferences } = run.context;
  const key = `${run.call.account.sid}/${conference.name}`;
  const room = conferences.get(key) ?? openConference(run, conference);
  if (!conferences.has(key)) {
    conferences.set(key, room);
    room.closed.addEventListener('abort', () => conferences.delete(key), { once: true });
  }
  await room.enter(run, conference);
  // The vendor reports no call and no duration after a conference.
  return { DialCallStatus: 'answered' };
}

/** A room that reports its start to the application of its first participant. */
function openConference({ context, call }: ProgramRun, conference: DialedConference): Room {
  const { name, statusCallback: url, statusCallbackEvent: event } = conference;
  const room = new Room();
  const sid = `CF${randomBytes(16).toString('hex')}`;
  if (url !== undefined && event !== undefined)
    room.started.addEventListener('abort', () => {
      const params = {
        ConferenceSid: sid,
        FriendlyName: name,
        AccountSid: call.account.sid,
        Timestamp: rfc2822(new Date()),
        SequenceNumber: '1',
        StatusCallbackEvent: 'conference-start',
      };
      sendCallback(context, call, { purpose: 'conference', url, params });
    });
  return room;
}

type NumberDial = Dial & { readonly to: DialedNumber };

const EITHER = { startConferenceOnEnter: true, endConferenceOnExit: true };

/** Calls a number and connects it with the call. Returns the action's parameters. */
async function dialNumber(run: ProgramRun, verb: NumberDial): Promise<Record<string, string>> {
  const { context, call } = run;
  const { phoneNumber } = verb.to;
  const callee = context.callees.take(phoneNumber, [...context.calls.values(), call]);
  if (!isE164(phoneNumber) || callee.answer === 'reject-request') {
    const message = `Dial: the number ${phoneNumber} is invalid or cannot be called.`;
    call.log.add({ type: 'error', code: 13224, message });
    return { DialCallStatus: 'failed', DialBridged: 'false' };
  }
  const room = new Room();
  const connected = new AbortController();
  const child = childOf(run, verb, callee, (signal) => {
    connected.abort();
    return room.enter({ context, call: child, signal }, EITHER);
  });
  context.start(child);
  call.log.add({ type: 'note', message: `Dials ${child.request.to} as ${child.sid}.` });
  await ring(run, child, connected.signal);
  const isBridged = connected.signal.aborted;
  if (isBridged) {
    answerCall(context, call);
    await room.enter(run, EITHER);
  }
  return {
    DialCallStatus: isBridged ? 'completed' : child.status,
    DialCallSid: child.sid,
    DialBridged: String(isBridged),
    ...(child.answeredAt && { DialCallDuration: String(child.durationSeconds) }),
  };
}

/** The call to the number: its party may hear other instructions before they enter the room. */
function childOf(
  { call }: ProgramRun,
  { to, ...verb }: NumberDial,
  callee: Callee,
  enter: (signal: AbortSignal) => Promise<void>,
): Call {
  const { phoneNumber, screening, ...settings } = to;
  return new Call({
    account: call.account,
    direction: 'outbound-dial',
    parent: call,
    callee,
    request: {
      ...settings,
      to: phoneNumber,
      from: verb.callerId ?? call.request.from,
      program: screening === undefined ? { enter } : { url: screening },
      afterwards: screening === undefined ? undefined : { enter },
      timeoutSeconds: verb.timeout,
      timeLimitSeconds: verb.timeLimit,
    },
  });
}

/** Waits until the dialed party is connected, or certainly will not be. The caller hears ringing, and may hang up. */
async function ring({ call, signal }: ProgramRun, child: Call, connected: AbortSignal): Promise<void> {
  const ringing = new AbortController();
  const waiting = holdTheLine(call, AbortSignal.any([signal, ringing.signal]));
  const isDecided = AbortSignal.any([signal, connected, child.over]);
  if (!isDecided.aborted) await once(isDecided, 'abort');
  if (!connected.aborted) child.end(child.answeredAt ? 'completed' : 'canceled');
  ringing.abort();
  await waiting;
}
