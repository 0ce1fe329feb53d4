// Callbacks of the vendor.
import { expect } from 'vitest';
import type { CallbackKind } from '../../../lambdas/calls/callback-urls.ts';
import { isLeaving } from '../../../lambdas/conversation/model/session.ts';
import { type Event, isPlaced, OTHER_CALL, sidOf, unchanged } from './events.ts';
import { isOver, type Seen, TRANSFER, WARM_TRANSFER } from './world.ts';

type Form = Readonly<Record<string, string>>;

const callback = (
  kind: CallbackKind,
  detail: string,
  begin: (now: Seen) => { readonly form: Form; readonly then?: (after: Seen) => void } | undefined,
): Event => ({
  name: `${kind}(${detail})`,
  isRetried: true,
  begin(now, world) {
    const { form, then } = (isPlaced(world) && begin(now)) || {};
    if (!form) return undefined;
    return {
      async tell(functions) {
        const answer = await functions.callback(kind, world, { CallSid: sidOf(world), ...form });
        // A failing function answers 500, and is called again.
        expect(answer).toMatch(/^(200 <\?xml|500 )/);
        if (form.CallSid === OTHER_CALL) expect(answer).not.toMatch(/<(Connect|Dial|Gather)/);
        return answer;
      },
      ...(then && { then }),
    };
  },
});

export const pickedUp = callback('answer', '', () => ({ form: { CallStatus: 'in-progress' } }));

const LAST_STATUSES = ['completed', 'busy', 'no-answer', 'failed'];

export const status = (value: string) =>
  callback('status', value, (now) => ({
    form: { CallStatus: value, ...(value === 'completed' && { CallDuration: '3' }) },
    then: (after) => expect(isOver(after)).toBe(isOver(now) || LAST_STATUSES.includes(value)),
  }));

/** A callback of another vendor call. */
export const strange = (kind: CallbackKind, form: Form) =>
  callback(kind, `${Object.values(form)} of another call`, (now) =>
    now.call.telephony_id === undefined
      ? undefined
      : {
          form: { SessionId: vendorSession(now), ...form, CallSid: OTHER_CALL },
          then: unchanged(now),
        },
  );

export const machineDetection = (answeredBy: string) =>
  callback('machine-detection', answeredBy, () => ({ form: { AnsweredBy: answeredBy } }));

/** The vendor takes a person for a machine, or the machine for one that is hung up on. */
export const machineDetected = (goesOn: boolean) =>
  callback('machine-detection', `machine_start, ${goesOn ? 'falsely' : 'rightly'}`, () => ({
    form: { AnsweredBy: 'machine_start' },
    then: (after) => expect(isOver(after)).toBe(!goesOn),
  }));

export const recording = (value: string) =>
  callback('recording', value, () => ({ form: { RecordingSid: 'RE1', RecordingStatus: value } }));

const vendorSession = ({ call }: Seen) => `VX${call.connection_id ?? ''}`;

/** The callee is back in a conversation, unless the agent was leaving or the call is over. */
export const relayFailed = callback('relay-ended', 'failed', (now) => {
  const SessionId = vendorSession(now);
  return {
    form: { SessionId, SessionStatus: 'failed', CallStatus: 'in-progress' },
    then(after) {
      if (now.call.status !== 'in_progress' || (now.session && isLeaving(now.session))) return;
      if (isOver(after)) expect([after.call.status, now.call.broken_off?.count]).toEqual(['error', 5]);
      else expect(after.call.broken_off?.session_id).toBe(SessionId);
    },
  };
});

const relayEndedFor = (action_id: string, name: string) =>
  callback('relay-ended', name, (now) => ({
    form: {
      SessionId: vendorSession(now),
      SessionStatus: 'ended',
      HandoffData: JSON.stringify({ action_id }),
    },
    then({ call }) {
      const begins = now.call.status === 'in_progress' && action_id !== '';
      if (begins) expect(call.transfer?.session_id).toBe(vendorSession(now));
      else expect(call).toEqual(now.call);
    },
  }));

export const relayEnded = relayEndedFor('', 'ended');
export const handOn = relayEndedFor(TRANSFER, 'for a transfer');
/** The same to two numbers, where people are asked first. */
export const handOnWarmly = relayEndedFor(WARM_TRANSFER, 'for a warm transfer');

/** A callback of an earlier conversation, while there is another. */
export const formerEnded = (value: 'failed' | 'ended') =>
  callback('relay-ended', `former, ${value}`, (now) => {
    const HandoffData = JSON.stringify({ action_id: TRANSFER });
    const form = {
      SessionId: 'VXformer',
      SessionStatus: value,
      CallStatus: 'in-progress',
      HandoffData,
    };
    return now.session && { form, then: unchanged(now) };
  });

/** A callback about the present attempt at a transfer or, if late, the one before: only one under way changes. */
const ofTransfer = (kind: CallbackKind, detail: string, isLate: boolean, form: Form): Event =>
  callback(kind, `${detail}${isLate ? ', late' : ''}`, (now) => {
    const { transfer, transfer_attempts: attempts = [] } = now.call;
    if (!transfer) return undefined;
    const attempt = Math.max(0, attempts.length - (isLate ? 2 : 1));
    const sid = `CA${attempts.length}${transfer.session_id}`;
    // The end of an attempt is reported by the call itself, all else by that to the other number.
    const sids = kind === 'transfer-ended' ? { DialCallSid: sid } : { CallSid: sid };
    return {
      form: { ...sids, ...form, attempt: String(attempt) },
      ...(!(transfer.state === 'dialing' && transfer.attempt === attempt) && { then: unchanged(now) }),
    };
  });

export const transferStatus = (CallStatus: string, isLate = false) =>
  ofTransfer('transfer-status', CallStatus, isLate, { CallStatus });

export const transferDetection = (AnsweredBy: string, isLate = false) =>
  ofTransfer('transfer-status', AnsweredBy, isLate, { AnsweredBy });

export const whisper = (isLate = false) =>
  ofTransfer('transfer-whisper', '', isLate, { CallStatus: 'in-progress' });

export const pressed = (Digits: string, isLate = false) =>
  ofTransfer('transfer-key', Digits, isLate, { Digits });

export const transferOver = (DialCallStatus: string, CallStatus: string, isLate = false) =>
  ofTransfer('transfer-ended', `${DialCallStatus}, ${CallStatus}`, isLate, {
    DialCallStatus,
    DialBridged: String(DialCallStatus === 'completed'),
    CallStatus,
  });
