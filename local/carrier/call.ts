import { randomBytes } from 'node:crypto';
import type { Account } from './accounts/accounts.ts';
import type { CallRequest } from './call-request.ts';
import type { Callee } from './callee-config.ts';
import { EventLog } from './event-log.ts';
import { LineQueue } from './line-queue.ts';

/** The states of a call resource, as the vendor names them. */
export type CallStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled';

/** Where a call's instructions come from: a document to fetch, or one at hand. */
export type Program =
  | { readonly url: string; readonly method: 'POST' | 'GET' }
  | {
      readonly twiml: string;
      /** What relative URLs in it are relative to. */
      readonly base?: string;
    };

/** Who began a call: the application, somebody who dialled a number of its, or another call with `<Dial>`. */
export type CallDirection = 'outbound-api' | 'inbound' | 'outbound-dial';

interface CallOptions {
  readonly account: Account;
  readonly direction: CallDirection;
  readonly request: CallRequest;
  /** The person or machine at the other end, whoever called whom. */
  readonly callee: Callee;
}

/** One simulated call and all that is known of it. */
export class Call {
  /** CA and 32 hexadecimal digits. */
  readonly sid = `CA${randomBytes(16).toString('hex')}`;
  readonly account: Account;
  readonly direction: CallDirection;
  readonly request: CallRequest;
  readonly callee: Callee;
  readonly createdAt = new Date();
  readonly log = new EventLog();
  /** What the callee has not done yet: nobody says the same thing again because the call is handed on. */
  readonly lines: LineQueue;
  status: CallStatus;
  startedAt: Date | undefined;
  answeredAt: Date | undefined;
  endedAt: Date | undefined;
  readonly #over = new AbortController();
  #programInterrupted = new AbortController();
  #redirect: Program | undefined;

  constructor({ account, direction, request, callee }: CallOptions) {
    this.account = account;
    this.direction = direction;
    // Somebody outside dialled: the phone of the one who holds the number rings already.
    this.status = direction === 'inbound' ? 'ringing' : 'queued';
    this.request = request;
    this.callee = callee;
    this.lines = new LineQueue(callee.script);
  }

  /** Aborted when the call has ended. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Whole seconds from the answer to the end (or to now); 0 for a call that was never answered. */
  get durationSeconds(): number {
    if (!this.answeredAt) return 0;
    return Math.round(((this.endedAt ?? new Date()).getTime() - this.answeredAt.getTime()) / 1000);
  }

  /** Moves a call that has not ended to its next state. */
  become(status: 'ringing' | 'in-progress'): void {
    if (this.over.aborted) return;
    this.status = status;
    if (status === 'in-progress') this.answeredAt = new Date();
    this.log.add({ type: 'state', status });
  }

  /** Ends the call; a call ends once, so a second end changes nothing. */
  end(status: CallStatus): void {
    if (this.over.aborted) return;
    this.status = status;
    this.endedAt = new Date();
    this.log.add({ type: 'state', status });
    this.#over.abort();
  }

  /** Interrupts what the call is doing and makes it follow another program. */
  redirect(program: Program): void {
    this.#redirect = program;
    this.#programInterrupted.abort();
  }

  /** The signal of a program that begins now: aborted by the call's end or by a redirection. */
  beginProgram(): AbortSignal {
    this.#programInterrupted = new AbortController();
    return AbortSignal.any([this.over, this.#programInterrupted.signal]);
  }

  /** The program that a redirection asked for, once. */
  takeRedirect(): Program | undefined {
    const program = this.#redirect;
    this.#redirect = undefined;
    return program;
  }
}
