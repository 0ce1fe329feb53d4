import type { StoredCall } from '../../../lambdas/domain/calls/call.ts';
import type { CallWithSnapshot } from '../../../lambdas/domain/calls/snapshot.ts';
import type { Aws } from './aws.ts';
import type { Keypad } from './expected.ts';
import type { CallKey, Functions } from './functions.ts';
import type { Vendor } from './vendor.ts';

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
  /** How the agent of the call listens for keys; undefined if it does not. */
  readonly keypad: Keypad | undefined;
  /** When the latest key was pressed, in milliseconds since 1970. */
  pressedMs: number;
  /** The versions that other calls got, by their parties. */
  readonly chosen: Map<string, number | undefined>;
  /** Whether any event changed the agent. */
  agentChanged: boolean;
  /** Whether a function died: one that has stored the end of the call may not have counted it. */
  hasDied: boolean;
  /** The call when it was first seen over. */
  final?: StoredCall;
}
