import type { Accounts } from './accounts/accounts.ts';
import type { Call } from './call.ts';
import type { Callee } from './callee-config.ts';
import type { FaultBook } from './faults.ts';
import type { Numbers } from './numbers/numbers.ts';

/** What the parts of one simulated carrier share. */
export interface CarrierContext {
  readonly accounts: Accounts;
  /** Multiplies every duration that is not given in milliseconds: 1 is real life, 0 is at once. */
  readonly pace: number;
  /** Calls by sid, oldest first. */
  readonly calls: Map<string, Call>;
  readonly numbers: Numbers;
  readonly faults: FaultBook;
  /** Callees by E.164 number. */
  readonly callees: Map<string, Callee>;
  /** Aborted when the carrier closes. */
  readonly closing: AbortSignal;
  /** Lets a placed call run, and remembers it until it has settled. */
  readonly start: (call: Call) => void;
}
