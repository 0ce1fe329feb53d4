import type { Accounts } from './accounts.ts';
import type { Callees } from './callees/callees.ts';
import type { Call } from './calls/call.ts';
import type { RecordingEvent, RecordingRequest } from './calls/call-request.ts';
import type { Room } from './dial/room.ts';
import type { Numbers } from './numbers/numbers.ts';

/** A recording of a call, with both parties in one channel. */
export interface Recording {
  /** RE and 32 hexadecimal digits. */
  readonly sid: string;
  readonly call: Call;
  readonly request: RecordingRequest;
  readonly startedAt: Date;
  /** Silence is recorded in these times; the last one may go on. */
  readonly pauses: { readonly from: Date; until?: Date }[];
  /** `processing` from the call's end until the file is ready or absent. */
  status: 'in-progress' | 'processing' | RecordingEvent;
}

export interface CarrierContext extends Accounts {
  readonly url: string;
  /** Multiplies every duration that is not given in milliseconds: 1 is real time, 0 is immediate. */
  readonly pace: number;
  /** Calls by sid, oldest first. */
  readonly calls: Map<string, Call>;
  readonly numbers: Numbers;
  /** Recordings by sid that have not been deleted. */
  readonly recordings: Map<string, Recording>;
  readonly callees: Callees;
  readonly conferences: Map<string, Room>;
  /** Aborts when the carrier closes. */
  readonly closing: AbortSignal;
  /** Adds a new call and runs it until it is finished. */
  readonly start: (call: Call) => void;
}
