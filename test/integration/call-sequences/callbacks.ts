// What the vendor calls us for.
import { expect } from 'vitest';
import type { CallbackKind } from '../../../lambdas/callbacks/callback-urls.ts';
import { type Happening, isPlaced, isTalking, type Kind, nothing, one, SID } from './happening.ts';
import {
  brokenOff,
  connected,
  finished,
  handedOn,
  isOver,
  openingOf,
  type State,
  type Step,
  TRANSFER,
  told,
  transferEnded,
} from './state.ts';
import type { World } from './world.ts';

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
          // A function that fails says so, and is told again.
          expect(answer).toMatch(/^(200 <\?xml|500 )/);
          return answer;
        },
      };
    },
  };
}

const HANG_UP = '<Hangup/>';
const hold = (state: State) => `welcomeGreeting="${openingOf(state)}"`;

export const answered = callback('answer', '', () => ({
  form: { CallStatus: 'in-progress' },
  steps: one(connected),
  twiml: (before, after) => (isOver(before) ? HANG_UP : hold(after)),
}));

export const status = (value: string) =>
  callback('status', value, () => ({
    form: { CallStatus: value, ...(value === 'completed' && { CallDuration: '3' }) },
    steps: one(told(value)),
  }));

/** News of another call than the one that the vendor has placed for us. */
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
    !isOver(before) && after.broken?.session === sessionOf(state) ? hold(after) : HANG_UP,
}));

export const relayEnded = callback('relay-ended', 'ended', (state) => ({
  form: { SessionId: sessionOf(state), SessionStatus: 'ended', HandoffData: '' },
  steps: nothing,
  twiml: () => HANG_UP,
}));

/** Word of a former conversation, which comes while there is another. */
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

export const handOn = callback('relay-ended', 'for a transfer', (state) => ({
  form: {
    SessionId: sessionOf(state),
    SessionStatus: 'ended',
    HandoffData: JSON.stringify({ action_id: TRANSFER }),
  },
  steps: () => handedOn(state.talk?.connection, sessionOf(state)),
  twiml: (before, { status, transfer }) =>
    !isOver(before) &&
    status === 'in_progress' &&
    transfer?.session === sessionOf(state) &&
    transfer.state === 'dialling'
      ? '<Dial '
      : HANG_UP,
}));

const transferSid = ({ transfer }: State) => `CAtransfer${transfer?.session ?? ''}`;

export const transferStatus = (value: string): Kind => ({
  ...callback('transfer-status', value, (state) => ({
    form: { CallSid: transferSid(state), CallStatus: value },
    steps: nothing,
  })),
  when: ({ transfer }) => transfer !== undefined,
});

export const transferOver = (value: string, callStatus: string): Kind => ({
  ...callback('transfer-ended', `${value}, ${callStatus}`, (state) => ({
    form: { DialCallSid: transferSid(state), DialCallStatus: value, CallStatus: callStatus },
    steps: one(transferEnded(value, callStatus === 'in-progress')),
    twiml: (_, after) =>
      after.status === 'in_progress' &&
      callStatus === 'in-progress' &&
      after.returning !== undefined &&
      after.returning === after.talk?.connection
        ? hold(after)
        : HANG_UP,
  })),
  when: ({ transfer }) => transfer !== undefined,
});
