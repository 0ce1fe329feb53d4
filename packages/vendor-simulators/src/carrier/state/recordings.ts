import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/accounts.ts';
import type { RecordingRequest } from '../requests/recording-request.ts';
import type { Call } from './call.ts';

export interface Recording {
  /** RE and 32 hexadecimal digits. */
  readonly sid: string;
  readonly call: Call;
  readonly request: RecordingRequest;
  readonly startedAt: Date;
  /** `processing` from the call's end until there is a file, or none. */
  status: 'in-progress' | 'processing' | 'completed' | 'absent';
}

/** Milliseconds from the recording's beginning to the call's end, or to now. */
export function recordedMs({ call, startedAt }: Recording): number {
  return (call.endedAt ?? new Date()).getTime() - startedAt.getTime();
}

/** All recordings that have not been deleted. */
export class Recordings {
  readonly #bySid = new Map<string, Recording>();

  find(account: Account, sid: string): Recording | undefined {
    const recording = this.#bySid.get(sid);
    return recording?.call.account === account ? recording : undefined;
  }

  of(call: Call): Recording[] {
    return [...this.#bySid.values()].filter((recording) => recording.call === call).reverse();
  }

  start(call: Call, request: RecordingRequest): Recording {
    const sid = `RE${randomBytes(16).toString('hex')}`;
    const recording: Recording = { sid, call, request, startedAt: new Date(), status: 'in-progress' };
    this.#bySid.set(sid, recording);
    return recording;
  }

  delete({ sid }: Recording): void {
    this.#bySid.delete(sid);
  }
}
