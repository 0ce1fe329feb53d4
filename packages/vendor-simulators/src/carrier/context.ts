import type { Account } from './accounts.ts';
import type { Callees } from './callees/callees.ts';
import type { Call } from './calls/call.ts';
import type { Room } from './dial/room.ts';
import type { Numbers } from './numbers/numbers.ts';
import type { Recording } from './recordings/recording-operations.ts';

export interface CarrierContext {
  readonly url: string;
  readonly accounts: Map<string, Account>;
  readonly firstAccount: Account;
  /** Multiplies every duration that is not given in milliseconds: 1 is real time, 0 is immediate. */
  readonly pace: number;
  /** Calls by sid, oldest first. */
  readonly calls: Map<string, Call>;
  readonly numbers: Numbers;
  /** Recordings by sid that have not been deleted. */
  readonly recordings: Map<string, Recording>;
  readonly callees: Callees;
  /** Conferences by account and name. */
  readonly conferences: Map<string, Room>;
  /** Aborts when the carrier closes. */
  readonly closing: AbortSignal;
  /** Adds a new call and runs it until it is finished. */
  readonly start: (call: Call) => void;
}
