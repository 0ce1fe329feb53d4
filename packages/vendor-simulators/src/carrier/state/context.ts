import type { Accounts } from '../accounts/accounts.ts';
import type { FaultBook } from '../accounts/faults.ts';
import type { Callees } from '../callees/callees.ts';
import type { Call } from './call.ts';
import type { Numbers } from './numbers.ts';
import type { Recordings } from './recordings.ts';

/** What a call's coming and going means to a room. */
export interface Membership {
  /** Those inside are connected once a member for whom this is true has come, and they are two. */
  readonly startsOnEnter: boolean;
  /** The room is closed for everybody when this member leaves. */
  readonly endsOnExit: boolean;
}

/** A room with a name, which calls enter and leave. */
export interface OpenConference {
  /** Keeps a call inside until the room closes, or the signal is aborted. */
  enter(call: Call, membership: Membership, signal: AbortSignal): Promise<void>;
}

/** What the parts of one simulated carrier share. */
export interface CarrierContext {
  /** Where the carrier itself can be reached. */
  readonly url: string;
  readonly accounts: Accounts;
  /** Multiplies every duration that is not given in milliseconds: 1 is real life, 0 is at once. */
  readonly pace: number;
  /** Calls by sid, oldest first. */
  readonly calls: Map<string, Call>;
  readonly numbers: Numbers;
  readonly faults: FaultBook;
  readonly recordings: Recordings;
  readonly callees: Callees;
  /** By account and name, while a call is inside. */
  readonly conferences: Map<string, OpenConference>;
  /** Aborted when the carrier closes. */
  readonly closing: AbortSignal;
  /** Notes a new call and lets it run until it has settled. */
  readonly start: (call: Call) => void;
}
