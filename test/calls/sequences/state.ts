// The model of a call, independent of the functions: a state, and its change by events.
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import type { State, Step, Talk } from './expected.ts';
import { close, closed } from './talk.ts';

/** The greeting of every agent. */
export const GREETING = 'Good day, this is Ada.';
/** The action that transfers calls. */
export const TRANSFER = '01890a5d-ac96-774b-bcce-b302099a8021';
/** The action that transfers calls to one of two numbers, where people are asked first. */
export const WARM_TRANSFER = '01890a5d-ac96-774b-bcce-b302099a8023';
/** The actions that end calls, and that put the agent on hold. */
export const END = '01890a5d-ac96-774b-bcce-b302099a8022';
export const HOLD = '01890a5d-ac96-774b-bcce-b302099a8025';
const { unreachable, interrupted } = PHRASES.en;
/** The first words of a conversation. */
export const FIRST_WORDS = [GREETING, unreachable, interrupted];

/** A new call. */
export const BEGINNING: State = {
  status: 'not_started',
  started: false,
  dialing: false,
  sid: false,
  recorded: false,
  attempts: [],
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
          ...transferOfFinished(state),
          ...(state.talk && { talk: state.talk.open ? closed(state.talk) : state.talk }),
        };

const lastOf = ({ attempts }: State) => attempts.at(-1);

/** The present attempt has this outcome, and another one may follow. */
const attempted = ({ attempts }: State, ...became: readonly string[]) => [
  ...attempts.slice(0, -1),
  ...became,
];

/** A transfer that is under way ends with its call: nobody accepted it unless the two parties were connected. */
function transferOfFinished(state: State): Partial<State> {
  const { transfer } = state;
  if (transfer?.state !== 'dialing') return {};
  if (lastOf(state) === 'connected') return { transfer: { ...transfer, state: 'done' } };
  return { transfer: { ...transfer, state: 'failed' }, attempts: attempted(state, 'caller_hung_up') };
}

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

/** A conversation whose beginning broke off after its connection was stored. */
export const unbegunOver = (connection: string): Talk => ({
  connection,
  open: false,
  unbegun: true,
  turns: [],
  sent: '',
  generation: 0,
  failures: 0,
});

/** The first conversation of a call begins by storing its connection; one that resumes another begins in one write. */
export const connectedOver =
  (connection: string): Step =>
  (state) =>
    state.status === 'in_progress' && !state.talk ? { ...state, talk: unbegunOver(connection) } : state;

/** A conversation begins over a connection, if the call may have one there. */
export const begun =
  (connection: string): Step =>
  (state) => {
    const resumes = comesBackFrom(state);
    const isPrepared = state.talk?.unbegun && state.talk.connection === connection;
    if (state.status !== 'in_progress' || (state.talk && !resumes && !isPrepared)) return state;
    const speaking = { text: openingOf(state), complete: true };
    const turns = state.talk?.turns ?? [];
    return {
      ...state,
      talk: {
        connection,
        open: true,
        turns,
        speaking,
        sent: '',
        generation: 0,
        failures: 0,
        // A lost connection brings nobody back who asked the agent to hold.
        ...(state.talk?.holding && { holding: true }),
      },
    };
  };

/** The relay connection was lost while the call goes on; the sixth time ends the call. */
export function brokenOff(connection: string | undefined, session: string): Step[] {
  let goesOn = false;
  let isLast = false;
  const closing: Step = (state) => {
    const { broken, talk } = state;
    goesOn = !isOver(state) && broken?.session !== session && !talk?.leaving;
    isLast = goesOn && (broken?.count ?? 0) >= 5;
    return goesOn && connection !== undefined ? close(connection)(state) : state;
  };
  const note: Step = (state) =>
    goesOn && !isLast && state.status === 'in_progress' && state.broken?.session !== session
      ? { ...state, broken: { session, connection, count: (state.broken?.count ?? 0) + 1 } }
      : state;
  const end: Step = (state) => (isLast ? finished({ status: 'error' })(state) : state);
  return [closing, note, end];
}

/** The conversation was left for other numbers. */
export function handedOn(
  connection: string | undefined,
  { session, isWarm }: { readonly session: string; readonly isWarm: boolean },
): Step[] {
  const begin: Step = (state) =>
    state.status === 'in_progress' && state.transfer?.session !== session
      ? {
          ...state,
          transfer: { session, state: 'dialing', isWarm, left: isWarm ? 1 : 0 },
          attempts: [...state.attempts, 'ringing'],
        }
      : state;
  const closing: Step = (state) =>
    connection !== undefined && state.status === 'in_progress' ? close(connection)(state) : state;
  return [closing, begin];
}

/** Whether this attempt is under way. */
export const isUnderWay = ({ status, transfer, attempts }: State, attempt: number) =>
  status === 'in_progress' && transfer?.state === 'dialing' && attempt === attempts.length - 1;

const duringAttempt =
  (attempt: number, change: (state: State, transfer: NonNullable<State['transfer']>) => State): Step =>
  (state) =>
    state.transfer && isUnderWay(state, attempt) ? change(state, state.transfer) : state;

/** The present number reported a status: a person who is not asked first is connected by answering. */
export const transferTold = (attempt: number, value: string): Step =>
  duringAttempt(attempt, (state, { isWarm }) =>
    value === 'in-progress' && !isWarm ? { ...state, attempts: attempted(state, 'connected') } : state,
  );

/** A person who is asked first pressed a key, or a machine answered in their place; the first verdict counts. */
export const judged = (attempt: number, verdict: string): Step =>
  duringAttempt(attempt, (state, transfer) =>
    transfer.isWarm && transfer.verdict === undefined
      ? {
          ...state,
          transfer: { ...transfer, verdict },
          ...(verdict === 'accepted' && { attempts: attempted(state, 'connected') }),
        }
      : state,
  );

const REASONS: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'invalid_number',
  completed: 'declined',
};

/** Why the two parties were not connected; undefined if they were. */
function reasonOf(
  { isWarm, verdict }: NonNullable<State['transfer']>,
  dialStatus: string,
): string | undefined {
  if (verdict !== undefined && verdict !== 'accepted') return verdict;
  const isConnected = dialStatus === 'completed' && (!isWarm || verdict === 'accepted');
  return isConnected ? undefined : REASONS[dialStatus];
}

/** An attempt is over: the next number rings, or the callee returns unless they have hung up. */
export const transferEnded = (attempt: number, dialStatus: string, isOnTheLine: boolean): Step =>
  duringAttempt(attempt, (state, transfer) => {
    const reason = reasonOf(transfer, dialStatus);
    if (reason === undefined)
      return { ...state, transfer: { ...transfer, state: 'done' }, attempts: attempted(state, 'connected') };
    if (!isOnTheLine)
      return {
        ...state,
        transfer: { ...transfer, state: 'failed' },
        attempts: attempted(state, 'caller_hung_up'),
      };
    const { verdict: _, left, ...rest } = transfer;
    if (left > 0)
      return {
        ...state,
        transfer: { ...rest, left: left - 1 },
        attempts: attempted(state, reason, 'ringing'),
      };
    return {
      ...state,
      transfer: { ...rest, left, state: 'failed' },
      attempts: attempted(state, reason),
      returning: state.talk?.connection,
    };
  });
