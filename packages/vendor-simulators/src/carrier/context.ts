import type { Accounts } from './accounts/accounts.ts';
import type { Call } from './call.ts';
import type { Callees } from './callees.ts';
import type { Conference } from './dial/conference.ts';
import type { FaultBook } from './faults.ts';
import type { Numbers } from './numbers/numbers.ts';
import type { Recordings } from './recordings/recordings.ts';

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
  /** By account and name, as long as somebody is inside. */
  readonly conferences: Map<string, Conference>;
  /** Aborted when the carrier closes. */
  readonly closing: AbortSignal;
  /** Notes a new call and lets it run until it has settled. */
  readonly start: (call: Call) => void;
}
