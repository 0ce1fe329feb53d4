import type { Table } from '../store/table/table.ts';
import type { VendorPace } from './vendor-pace.ts';

/** Dependencies of the reconciliation of a record. */
export interface ReconcileDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly pace: VendorPace;
  /** Milliseconds until a request to the vendor times out. */
  readonly questionMs: number;
}

/** How one kind of record is reconciled. */
export interface Reconciled {
  /** The account at the vendor: its connection's id, null for the platform's. */
  readonly connection: string | null;
  /** The latest next reconciliation: then the record is ended, whatever the vendor reports. */
  readonly latest?: Date | undefined;
  /** Asks the vendor and stores the result. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
  ask(): Promise<void>;
  /** Stores that the vendor is no longer asked. */
  giveUp(): Promise<void>;
}
