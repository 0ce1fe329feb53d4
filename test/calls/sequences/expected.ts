// What the models of calls and conversations expect, and how events are told to the functions.
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import type { Aws } from './aws.ts';
import type { CallKey, Functions } from './functions.ts';
import type { Vendor } from './vendor.ts';

/** A conversation over one connection. */
export interface Talk {
  readonly connection: string;
  readonly open: boolean;
  /** The call has the connection, but its conversation is not stored: its beginning broke off in between. */
  readonly unbegun?: true;
  /** The turns in order: `human: …`, `agent: …`, `did: …`. */
  readonly turns: readonly string[];
  /** The agent's pending answer. */
  readonly speaking?: { readonly text: string; readonly complete: boolean } | undefined;
  /** All text that was sent to the vendor. */
  readonly sent: string;
  readonly generation: number;
  readonly played?: number | undefined;
  readonly tellsPlayed?: boolean;
  readonly leaving?: boolean;
  /** The action by which the agent is about to leave, and its index among the turns. */
  readonly intention?: { readonly action: string; readonly at: number };
  /** The agent is silent until the callee is back. */
  readonly holding?: boolean;
  readonly failures: number;
}

/** The expected state of a call. */
export interface State {
  readonly status: 'not_started' | 'in_progress' | 'ended' | 'error';
  readonly started: boolean;
  readonly dialing: boolean;
  readonly sid: boolean;
  readonly talk?: Talk;
  readonly transfer?: {
    readonly session: string;
    readonly state: string;
    readonly isWarm: boolean;
    /** Numbers that were not tried yet. */
    readonly left: number;
    readonly verdict?: string | undefined;
  };
  /** The outcome of each attempt of all transfers: `ringing`, `connected` or the reason of its failure. */
  readonly attempts: readonly string[];
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

/** One write of a function. An event is a list of them; others may come in between, or the function may die. */
export type Step = (state: State) => State;

/** The environment and the history of a sequence. */
export interface World extends CallKey {
  readonly aws: Aws;
  readonly vendor: Vendor;
  readonly call: CallWithSnapshot;
  functions: Functions;
  /** Counts connections, conversations and utterances. */
  count: number;
  /** Whether the call asks the model before a turn is known to be over. */
  readonly asksAhead: boolean;
  /** Whether a function died: one that has stored the end of the call may not have counted it. */
  hasDied: boolean;
  /** The call when it was first seen over. */
  final?: StoredCall;
}

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
