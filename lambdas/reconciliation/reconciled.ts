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

/** The reconciliation of one kind of record. */
export interface Reconciled {
  /** The latest next reconciliation. At this time the record is ended, whatever the vendor reports. */
  readonly latest?: Date | undefined;
  /** Asks the vendor and stores the result. Throws VendorRefusal, VendorUnreachable or VendorAnswerLost. */
  ask(): Promise<void>;
  /** Stores that reconciliation no longer asks the vendor. */
  giveUp(): Promise<void>;
}
