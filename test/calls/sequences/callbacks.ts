// Callbacks of the vendor.
import { expect } from 'vitest';
import type { CallbackKind } from '../../../lambdas/calls/callbacks/callback-urls.ts';
import {
  type Happening,
  isPlaced,
  isTalking,
  type Kind,
  nothing,
  one,
  SID,
  type State,
  type Step,
  type World,
} from './expected.ts';
import {
  brokenOff,
  connected,
  finished,
  handedOn,
  isOver,
  isUnderWay,
  judged,
  openingOf,
  TRANSFER,
  told,
  transferEnded,
  transferTold,
  WARM_TRANSFER,
} from './state.ts';

function callback(
  kind: CallbackKind,
  detail: string,
  happen: (
    state: State,
    world: World,
  ) => Pick<Happening, 'steps' | 'twiml'> & { form: Record<string, string> },
): Kind {
  return {
    name: `${kind}(${detail})`,
    isRetried: true,
    when: isPlaced,
    happen(state, world) {
      const { form, ...rest } = happen(state, world);
      return {
        ...rest,
        tell: async (functions) => {
          const answer = await functions.callback(kind, world, { CallSid: SID(world), ...form });
          // A failing function answers 500, and is called again.
          expect(answer).toMatch(/^(200 <\?xml|500 )/);
          return answer;
        },
      };
    },
  };
}

const HANG_UP = '<Hangup/>';
const greetingIn = (state: State) => `welcomeGreeting="${openingOf(state)}"`;

export const answered = callback('answer', '', () => ({
  form: { CallStatus: 'in-progress' },
  steps: one(connected),
  twiml: (before, after) => (isOver(before) ? HANG_UP : greetingIn(after)),
}));

export const status = (value: string) =>
  callback('status', value, () => ({
    form: { CallStatus: value, ...(value === 'completed' && { CallDuration: '3' }) },
    steps: one(told(value)),
  }));

/** A callback of another vendor call. */
export const strangeStatus = (value: string): Kind => ({
  ...callback('status', `${value} of another call`, () => ({
    form: { CallSid: 'CAother', CallStatus: value },
    steps: nothing,
  })),
  when: ({ sid }) => sid,
});

export const machineDetection = (answeredBy: string) =>
  callback('machine-detection', answeredBy, (_, { call }) => {
    const detected = answeredBy === 'human' ? ('human' as const) : ('no_human' as const);
    const steps: Step[] = [];
    if (detected === 'no_human' && call.on_no_human_answer === 'hangup')
      steps.push(finished({ status: 'ended', endedBy: 'service', detected }));
    steps.push((state) => (state.detected ? state : { ...state, detected }));
    return { form: { AnsweredBy: answeredBy }, steps: answeredBy === 'unknown' ? nothing : () => [...steps] };
  });

export const recording = (value: string) =>
  callback('recording', value, () => ({
    form: { RecordingSid: 'RE1', RecordingStatus: value },
    steps: value === 'completed' ? one((state) => ({ ...state, recorded: true })) : nothing,
  }));

const sessionOf = ({ talk }: State) => `VX${talk?.connection ?? ''}`;

export const relayFailed = callback('relay-ended', 'failed', (state) => ({
  form: { SessionId: sessionOf(state), SessionStatus: 'failed', CallStatus: 'in-progress' },
  steps: () => brokenOff(state.talk?.connection, sessionOf(state)),
  twiml: (before, after) =>
    !isOver(before) && after.broken?.session === sessionOf(state) ? greetingIn(after) : HANG_UP,
}));

export const relayEnded = callback('relay-ended', 'ended', (state) => ({
  form: { SessionId: sessionOf(state), SessionStatus: 'ended', HandoffData: '' },
  steps: nothing,
  twiml: () => HANG_UP,
}));

/** A callback of an earlier conversation, while there is another. */
export const formerEnded = (value: 'failed' | 'ended'): Kind => ({
  ...callback('relay-ended', `former, ${value}`, () => ({
    form: {
      SessionId: 'VXformer',
      SessionStatus: value,
      CallStatus: 'in-progress',
      HandoffData: JSON.stringify({ action_id: TRANSFER }),
    },
    steps: nothing,
    twiml: () => HANG_UP,
  })),
  when: isTalking,
});

export const handOn = handOnBy(TRANSFER);
/** The same to two numbers, where people are asked first. */
export const handOnWarmly = handOnBy(WARM_TRANSFER);

function handOnBy(action_id: string): Kind {
  return callback('relay-ended', `for a transfer by ${action_id.slice(-2)}`, (state) => ({
    form: {
      SessionId: sessionOf(state),
      SessionStatus: 'ended',
      HandoffData: JSON.stringify({ action_id }),
    },
    steps: () =>
      handedOn(state.talk?.connection, { session: sessionOf(state), isWarm: action_id === WARM_TRANSFER }),
    twiml: (before, after) =>
      !isOver(before) && after.status === 'in_progress' && after.transfer?.session === sessionOf(state)
        ? instructionsOf(after)
        : HANG_UP,
  }));
}

/** The vendor's instructions in this state of a transfer. */
function instructionsOf(state: State): string {
  const { transfer, returning, talk } = state;
  if (returning !== undefined && returning === talk?.connection) return greetingIn(state);
  return transfer?.state === 'dialing' ? '<Dial ' : HANG_UP;
}

const transferSid = ({ transfer, attempts }: State) => `CA${attempts.length}${transfer?.session ?? ''}`;

/** The attempt of a callback: the present one, or the one before it. */
const attemptOf = ({ attempts }: State, isLate: boolean) => Math.max(0, attempts.length - (isLate ? 2 : 1));

/** A callback about an attempt to transfer the call; a late one is about the attempt before. */
const ofTransfer =
  (
    kind: CallbackKind,
    detail: string,
    happen: (
      state: State,
      attempt: number,
    ) => Pick<Happening, 'steps' | 'twiml'> & { form: Record<string, string> },
  ) =>
  (isLate = false): Kind => ({
    ...callback(kind, `${detail}${isLate ? ', late' : ''}`, (state) => {
      const attempt = attemptOf(state, isLate);
      const { form, ...rest } = happen(state, attempt);
      return { ...rest, form: { ...form, attempt: String(attempt) } };
    }),
    when: ({ transfer }) => transfer !== undefined,
  });

export const transferStatus = (value: string) =>
  ofTransfer('transfer-status', value, (state, attempt) => ({
    form: { CallSid: transferSid(state), CallStatus: value },
    steps: one(transferTold(attempt, value)),
  }));

export const transferDetection = (answeredBy: string) =>
  ofTransfer('transfer-status', answeredBy, (state, attempt) => ({
    form: { CallSid: transferSid(state), AnsweredBy: answeredBy },
    steps: answeredBy === 'machine_start' ? one(judged(attempt, 'machine')) : nothing,
  }));

export const whisper = ofTransfer('transfer-whisper', '', (state, attempt) => ({
  form: { CallSid: transferSid(state), CallStatus: 'in-progress' },
  steps: nothing,
  twiml: (_, after) =>
    isUnderWay(after, attempt) && after.transfer?.isWarm && after.transfer.verdict === undefined
      ? '<Gather '
      : HANG_UP,
}));

export const pressed = (digits: string) =>
  ofTransfer('transfer-key', digits, (state, attempt) => ({
    form: { CallSid: transferSid(state), Digits: digits },
    steps: one(judged(attempt, digits === '1' ? 'accepted' : digits === '' ? 'no_answer' : 'declined')),
    twiml: (_, after) =>
      digits === '1' && isUnderWay(after, attempt) && after.transfer?.verdict === 'accepted'
        ? '<Response/>'
        : HANG_UP,
  }));

export const transferOver = (value: string, callStatus: string) =>
  ofTransfer('transfer-ended', `${value}, ${callStatus}`, (state, attempt) => ({
    form: {
      DialCallSid: transferSid(state),
      DialCallStatus: value,
      DialBridged: String(value === 'completed'),
      CallStatus: callStatus,
    },
    steps: one(transferEnded(attempt, value, callStatus === 'in-progress')),
    twiml: (_, after) =>
      after.status === 'in_progress' && callStatus === 'in-progress' ? instructionsOf(after) : HANG_UP,
  }));
