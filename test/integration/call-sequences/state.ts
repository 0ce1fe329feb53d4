// The model of a call, independent of the functions: a state, and its change by happenings.
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import { close, closed, type Talk } from './talk.ts';

/** The greeting of every agent. */
export const GREETING = 'Good day, this is Ada.';
/** The action that transfers calls. */
export const TRANSFER = '01890a5d-ac96-774b-bcce-b302099a8021';
/** The action that ends calls. */
export const END = '01890a5d-ac96-774b-bcce-b302099a8022';
const { unreachable, interrupted } = PHRASES.en;

/** The expected state of a call. */
export interface State {
  readonly status: 'not_started' | 'in_progress' | 'ended' | 'error';
  readonly started: boolean;
  readonly dialling: boolean;
  readonly sid: boolean;
  readonly talk?: Talk;
  readonly transfer?: { readonly session: string; readonly state: string };
  /** The connection from which the callee returns after a failed transfer. */
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

/** One write of a function. A happening is a list of them; others may come in between, or the function may die. */
export type Step = (state: State) => State;

/** A new call. */
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

/** The state after a vendor status. */
export function told(status: string): Step {
  if (status === 'in-progress') return connected;
  if (status === 'completed') return finished({ status: 'ended', started: true, sid: true });
  if (['busy', 'no-answer', 'failed', 'canceled'].includes(status))
    return finished({ status: 'error', sid: true });
  // The first callback of a call reports the vendor's id.
  return (state) => (isOver(state) ? state : { ...state, sid: true });
}

const comesBackFrom = ({ talk, returning, broken }: State) =>
  talk &&
  (returning === talk.connection ? unreachable : broken?.connection === talk.connection && interrupted);

/** The greeting in a new conversation. */
export const openingOf = (state: State) => comesBackFrom(state) || GREETING;

/** A conversation begins over a connection, if the call may have one there. */
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

/** The relay connection was lost while the call goes on. */
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

/** The transfer is over, or never began; a callee who has hung up does not return. */
export const transferEnded =
  (dialStatus: string, isOnTheLine: boolean): Step =>
  (state) => {
    const isDone = dialStatus === 'completed' || dialStatus === 'answered';
    if (state.status !== 'in_progress' || state.transfer?.state !== 'dialling') return state;
    if (!isDone && !isOnTheLine) return state;
    const transfer = { ...state.transfer, state: isDone ? 'done' : 'failed' };
    return { ...state, transfer, ...(!isDone && { returning: state.talk?.connection }) };
  };
