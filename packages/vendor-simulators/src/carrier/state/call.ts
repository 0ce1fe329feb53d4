import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/accounts.ts';
import type { AnsweredBy, Callee } from '../callees/callee-config.ts';
import type { CallRequest } from '../requests/call-request.ts';
import type { Program } from '../requests/program.ts';
import type { CallStatus } from './call-status.ts';
import { EventLog } from './event-log.ts';
import { LineQueue } from './line-queue.ts';
import { Notifier } from './notifier.ts';

/** Who began a call: the application, somebody who dialled a number of its, or another call with `<Dial>`. */
export type CallDirection = 'outbound-api' | 'inbound' | 'outbound-dial';

/** How long one wait for a call's next state lasts before it is renewed, in milliseconds; any long time does. */
const RENEW_MS = 3_600_000;

interface CallOptions {
  readonly account: Account;
  readonly direction: CallDirection;
  readonly request: CallRequest;
  /** The person or machine at the other end, whoever called whom. */
  readonly callee: Callee;
  /** The call that dialled this one. */
  readonly parent?: Call;
}

/** One simulated call and all that is known of it. */
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
  /** What the callee has not done yet: nobody says the same thing again because the call is handed on. */
  readonly lines: LineQueue;
  /** Settles when the application has been told everything so far. */
  sending: Promise<void> = Promise.resolve();
  status: CallStatus;
  /** What machine detection found, as the vendor tells it. */
  verdict: { readonly AnsweredBy: AnsweredBy; readonly MachineDetectionDuration: string } | undefined;
  startedAt: Date | undefined;
  answeredAt: Date | undefined;
  endedAt: Date | undefined;
  readonly #changes = new Notifier();
  readonly #over = new AbortController();
  #programInterrupted = new AbortController();
  #redirect: Program | undefined;

  constructor({ account, direction, request, callee, parent }: CallOptions) {
    this.account = account;
    this.direction = direction;
    // Somebody outside dialled: the phone of the one who holds the number rings already.
    this.status = direction === 'inbound' ? 'ringing' : 'queued';
    this.request = request;
    this.callee = callee;
    this.parent = parent;
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
    this.#changes.notify();
  }

  /** Ends the call; a call ends once, so a second end changes nothing. */
  end(status: CallStatus): void {
    if (this.over.aborted) return;
    this.status = status;
    this.endedAt = new Date();
    this.log.add({ type: 'state', status });
    this.#over.abort();
    this.#changes.notify();
  }

  /** Ends the call as the one at the other end does, who puts the phone down. */
  hangUp(): void {
    this.end(this.status === 'in-progress' ? 'completed' : 'no-answer');
  }

  /** Resolves when the call has been answered or is over, or somebody gives up waiting. */
  async untilAnswered(signal: AbortSignal): Promise<void> {
    while (this.answeredAt === undefined && !this.over.aborted && !signal.aborted) {
      await this.#changes.next(RENEW_MS, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
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
