import type { State, Step } from './expected.ts';
import type { Functions } from './functions.ts';
import type { World } from './world-of-call.ts';

/** A happening with its connection, words and so on. */
export interface Happening {
  /** Its writes, created anew for each possible order. */
  readonly steps: () => Step[];
  /** Calls the functions. Returns the TwiML of their answer, if any. */
  readonly tell: (functions: Functions) => Promise<unknown>;
  /** Whether a write may be repeated after a lost answer, which adds twice. */
  readonly mayRepeat?: boolean;
  /** The expected content of the TwiML, from the state before and after. */
  readonly twiml?: (before: State, after: State) => string;
}

/** A kind of happening with its details. */
export interface Kind {
  readonly name: string;
  /** Whether it is repeated when the function failed: WebSocket messages are not. */
  readonly isRetried: boolean;
  readonly when: (state: State, world: World) => boolean;
  readonly happen: (state: State, world: World) => Happening;
}

/** The vendor's id of the call. */
export const SID = ({ callId }: World) => `CA${callId.replaceAll('-', '')}`;
export const isPlaced = (_: State, { vendor, callId }: World) =>
  vendor.calls.some((call) => call.callId === callId);
export const isTalking = ({ talk }: State) => talk !== undefined;
export const nothing = () => [];
export const one = (step: Step) => () => [step];
