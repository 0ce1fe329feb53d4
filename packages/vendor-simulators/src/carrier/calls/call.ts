import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts.ts';
import type { Callee, Drop, SpeechSide } from '../callees/callee-config.ts';
import { type RelayFaults, relayFaults } from '../callees/relay-faults.ts';
import type { CallRequest, Program } from './call-request.ts';
import { type CallStatus, EventLog } from './event-log.ts';
import { LineQueue } from './line-queue.ts';

/** How a call began: by the application, by a caller of its number, or by `<Dial>` of another call. */
export type CallDirection = 'outbound-api' | 'inbound' | 'outbound-dial';

interface CallOptions {
  readonly account: Account;
  readonly direction: CallDirection;
  readonly request: CallRequest;
  /** The person or machine at the other end, in either direction. */
  readonly callee: Callee;
  readonly parent?: Call;
}

/** What a control request does to a conversation. */
interface ControlledRelay {
  /** Loses the application's WebSocket. Returns false if there is none. */
  drop(drop: Drop): boolean;
  /** A provider fails: its backup goes on, once a call, or the session ends. */
  fail(side: SpeechSide): void;
}

export class Call {
  /** CA and 32 hexadecimal digits. */
  readonly sid = `CA${randomBytes(16).toString('hex')}`;
  readonly account: Account;
  readonly direction: CallDirection;
  readonly request: CallRequest;
  readonly callee: Callee;
  readonly parent: Call | undefined;
  readonly createdAt = new Date();
  readonly log = new EventLog();
  /** The remaining lines of the callee: a redirect does not repeat lines. */
  readonly lines: LineQueue;
  /** Resolves when every callback so far was sent. */
  sending: Promise<void> = Promise.resolve();
  status: CallStatus;
  answeredAt: Date | undefined;
  endedAt: Date | undefined;
  /** The present conversation over the relay. */
  relay: ControlledRelay | undefined;
  /** The sides whose backup provider took over: once a call each. */
  readonly failedOver = new Set<SpeechSide>();
  /** Aborts when the machine at the other end beeps. */
  readonly beeped = new AbortController();
  /** Losses of its connections by a seed. */
  readonly faults: RelayFaults | undefined;
  readonly #over = new AbortController();
  #programInterrupted = new AbortController();
  #redirect: Program | undefined;

  constructor({ account, direction, request, callee, parent }: CallOptions) {
    this.account = account;
    this.direction = direction;
    // An inbound call already rings at the number's owner.
    this.status = direction === 'inbound' ? 'ringing' : 'queued';
    this.request = request;
    this.callee = callee;
    this.parent = parent;
    this.faults = callee.faults && relayFaults(callee.faults);
    this.lines = new LineQueue(callee.script);
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Whole seconds from the answer to the end (or to now); 0 if it was never answered. */
  get durationSeconds(): number {
    if (!this.answeredAt) return 0;
    return Math.round(((this.endedAt ?? new Date()).getTime() - this.answeredAt.getTime()) / 1000);
  }

  become(status: 'ringing' | 'in-progress'): void {
    if (this.over.aborted) return;
    this.status = status;
    if (status === 'in-progress') this.answeredAt = new Date();
    this.log.add({ type: 'state', status });
  }

  /** Ends the call, once; a second end changes nothing. */
  end(status: CallStatus): void {
    if (this.over.aborted) return;
    this.status = status;
    this.endedAt = new Date();
    this.log.add({ type: 'state', status });
    this.#over.abort();
  }

  /** Ends the call as the other party does. */
  hangUp(): void {
    this.end(this.status === 'in-progress' ? 'completed' : 'no-answer');
  }

  /** Interrupts the call's program with another one. */
  redirect(program: Program): void {
    this.#redirect = program;
    this.#programInterrupted.abort();
  }

  /** The signal of a new program; it aborts at the end of the call or at a redirect. */
  beginProgram(): AbortSignal {
    this.#programInterrupted = new AbortController();
    return AbortSignal.any([this.over, this.#programInterrupted.signal]);
  }

  /** The program of a redirect, once. */
  takeRedirect(): Program | undefined {
    const program = this.#redirect;
    this.#redirect = undefined;
    return program;
  }
}
