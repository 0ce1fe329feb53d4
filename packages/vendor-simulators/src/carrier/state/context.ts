import type { Accounts } from '../accounts/accounts.ts';
import type { FaultBook } from '../accounts/faults.ts';
import type { Callees } from '../callees/callees.ts';
import type { Call } from './call.ts';
import type { Numbers } from './numbers.ts';
import type { Recordings } from './recordings.ts';

/** The effect of a member's entry and exit on a room. */
export interface Membership {
  readonly startsOnEnter: boolean;
  readonly endsOnExit: boolean;
}

/** A named room that calls enter and leave. */
export interface OpenConference {
  /** Keeps a call inside until the room closes, or the signal is aborted. */
  enter(call: Call, membership: Membership, signal: AbortSignal): Promise<void>;
}

export interface CarrierContext {
  readonly url: string;
  readonly accounts: Accounts;
  /** Multiplies every duration that is not given in milliseconds: 1 is real time, 0 is immediate. */
  readonly pace: number;
  /** Calls by sid, oldest first. */
  readonly calls: Map<string, Call>;
  readonly numbers: Numbers;
  readonly faults: FaultBook;
  readonly recordings: Recordings;
  readonly callees: Callees;
  readonly conferences: Map<string, OpenConference>;
  /** Aborts when the carrier closes. */
  readonly closing: AbortSignal;
  /** Adds a new call and runs it until it is finished. */
  readonly start: (call: Call) => void;
}
