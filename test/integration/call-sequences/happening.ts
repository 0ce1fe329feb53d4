import type { Functions } from './functions.ts';
import type { State, Step } from './state.ts';
import type { World } from './world.ts';

/** Something that happens once it is known to which connection, after which words, and so on. */
export interface Happening {
  /** The writes that it is to be, made anew for each order in which they may come. */
  readonly steps: () => Step[];
  /** Tells the functions of it; gives the TwiML that they answer, if they do. */
  readonly tell: (functions: Functions) => Promise<unknown>;
  /** Whether a write may be made twice when its answer was lost: what is added is added again. */
  readonly mayRepeat?: boolean;
  /** What the TwiML is to contain, going by the state before and after. */
  readonly twiml?: (before: State, after: State) => string;
}

/** A kind of happening with its details. */
export interface Kind {
  readonly name: string;
  /** Whether it comes again when the function failed: messages over the WebSocket do not. */
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
