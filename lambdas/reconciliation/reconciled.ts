import type { Table } from '../store/table/table.ts';
import type { VendorPace } from './vendor-pace.ts';

/** What reconciling something reaches. */
export interface ReconcileDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly pace: VendorPace;
  /** Milliseconds that a question to the vendor may take. */
  readonly questionMs: number;
}

/** How one kind of thing is reconciled. */
export interface Reconciled {
  /** Through which account of the vendor's: a connection's id, null for the platform's. */
  readonly connection: string | null;
  /** No wait is longer: what is open then is ended whatever the vendor says. */
  readonly latest?: Date | undefined;
  /** Asks the vendor, and stores what follows. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
  ask(): Promise<void>;
  /** The vendor is asked no more: stores what follows from that. */
  giveUp(): Promise<void>;
}
