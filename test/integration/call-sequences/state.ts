// What a call is to be, told independently of how the functions make it so: a state, and how what happens changes it.
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import { close, closed, type Talk } from './talk.ts';

/** What the agent of every call greets with. */
export const GREETING = 'Good day, this is Ada.';
/** The action that hands calls on. */
export const TRANSFER = '01890a5d-ac96-774b-bcce-b302099a8021';
/** The action that ends calls. */
export const END = '01890a5d-ac96-774b-bcce-b302099a8022';
const { unreachable, interrupted } = PHRASES.en;

/** A call as it is to be. */
export interface State {
  readonly status: 'not_started' | 'in_progress' | 'ended' | 'error';
  readonly started: boolean;
  readonly dialling: boolean;
  readonly sid: boolean;
  readonly talk?: Talk;
  readonly transfer?: { readonly session: string; readonly state: string };
  /** The connection that the callee comes back from after a transfer that failed. */
  readonly returning?: string | undefined;
  readonly broken?: {
    readonly session: string;
    readonly connection: string | undefined;
    readonly count: number;
  };
  readonly detected?: 'human' | 'no_human';
  readonly recorded: boolean;
  readonly endedBy?: 'api' | 'service';
}

/** One write of a function: what happens is a list of them, between which others may come, or the function may die. */
export type Step = (state: State) => State;

/** A call that was just created. */
export const BEGINNING: State = {
  status: 'not_started',
  started: false,
  dialling: false,
  sid: false,
  recorded: false,
};

/** Whether the call is over for good. */
export const isOver = ({ status }: State) => status === 'ended' || status === 'error';

/** The callee answered. */
export const connected: Step = (state) =>
  state.status === 'not_started' ? { ...state, status: 'in_progress', started: true, sid: true } : state;

interface Ending extends Partial<Pick<State, 'endedBy' | 'detected' | 'started' | 'sid'>> {
  readonly status: 'ended' | 'error';
}

/** The call is over, and its conversation with it. */
export const finished =
  (ending: Ending): Step =>
  (state) =>
    isOver(state)
      ? state
      : {
          ...state,
          ...ending,
          ...(state.talk && { talk: state.talk.open ? closed(state.talk) : state.talk }),
        };

/** What the vendor's word for a call's status makes of it. */
export function told(status: string): Step {
  if (status === 'in-progress') return connected;
  if (status === 'completed') return finished({ status: 'ended', started: true, sid: true });
  if (['busy', 'no-answer', 'failed', 'canceled'].includes(status))
    return finished({ status: 'error', sid: true });
  // The first word of a call tells the vendor's id of it.
  return (state) => (isOver(state) ? state : { ...state, sid: true });
}

const comesBackFrom = ({ talk, returning, broken }: State) =>
  talk &&
  (returning === talk.connection ? unreachable : broken?.connection === talk.connection && interrupted);

/** What the vendor is to greet with, where it is asked for a conversation now. */
export const openingOf = (state: State) => comesBackFrom(state) || GREETING;

/** A conversation begins over a connection, if the call is to have one there. */
export const begun =
  (connection: string): Step =>
  (state) => {
    const resumes = comesBackFrom(state);
    if (state.status !== 'in_progress' || (state.talk && !resumes)) return state;
    const speaking = { text: openingOf(state), complete: true };
    const turns = state.talk?.turns ?? [];
    return {
      ...state,
      talk: { connection, open: true, turns, speaking, sent: '', generation: 0, failures: 0 },
    };
  };

/** The conversation broke off while the call goes on. */
export function brokenOff(connection: string | undefined, session: string): Step[] {
  let goesOn = false;
  const closing: Step = (state) => {
    const { broken, talk } = state;
    const isNews = !isOver(state) && broken?.session !== session && (broken?.count ?? 0) < 5;
    goesOn = isNews && !talk?.leaving;
    return goesOn && connection !== undefined ? close(connection)(state) : state;
  };
  const note: Step = (state) =>
    goesOn && state.status === 'in_progress' && state.broken?.session !== session
      ? { ...state, broken: { session, connection, count: (state.broken?.count ?? 0) + 1 } }
      : state;
  return [closing, note];
}

/** The conversation was left for another number. */
export function handedOn(connection: string | undefined, session: string): Step[] {
  const begin: Step = (state) =>
    state.status === 'in_progress' && state.transfer?.session !== session
      ? { ...state, transfer: { session, state: 'dialling' } }
      : state;
  const closing: Step = (state) =>
    connection !== undefined && state.status === 'in_progress' ? close(connection)(state) : state;
  return [closing, begin];
}

/** The connection with the other number is over, or never came about; a callee who has gone does not come back. */
export const transferEnded =
  (dialStatus: string, isOnTheLine: boolean): Step =>
  (state) => {
    const isDone = dialStatus === 'completed' || dialStatus === 'answered';
    if (state.status !== 'in_progress' || state.transfer?.state !== 'dialling') return state;
    if (!isDone && !isOnTheLine) return state;
    const transfer = { ...state.transfer, state: isDone ? 'done' : 'failed' };
    return { ...state, transfer, ...(!isDone && { returning: state.talk?.connection }) };
  };
