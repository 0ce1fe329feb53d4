import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { vi } from 'vitest';
import { dialBySlot } from '../../lambdas/dialing/dial-by-slot.ts';
import type { StoredCall } from '../../lambdas/domain/calls/call.ts';
import { isFinal } from '../../lambdas/domain/calls/call-state.ts';
import { beginningOf } from '../../lambdas/domain/calls/dialing/schedule.ts';
import { reconcileCall } from '../../lambdas/reconciliation/reconcile-call.ts';
import { createCall, getCall } from '../../lambdas/store/calls/calls.ts';
import { deleteCall } from '../../lambdas/store/calls/delete-call.ts';
import { finishCall } from '../../lambdas/store/calls/finish-call.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { VendorRefusal } from '../../lambdas/telephony/vendor-errors.ts';
import { listPrices } from '../../lib/config/list-prices.ts';
import { storedCall } from './table/stored-call.ts';

/**
 * The stack's values: milliseconds until a failed message is received again, and receives until it moves to the
 * dead-letter queue.
 */
const VISIBILITY_MS = 60_000;
const MAX_RECEIVES = 10;
const CONCURRENCY = 5;
export const INTERVAL_MS = 1000;
export const MAX_OPEN_CALLS = 100;

/** A message of the dial queue. */
interface Message {
  readonly userId: string;
  readonly callId: string;
  dueMs: number;
  attempt: number;
  inFlight: boolean;
}

/** A crash in the next delivery: the function dies before, or right after, a request to the table. */
export interface Death {
  after: number;
  readonly isDone: boolean;
}

/** The dial function with its queue and the vendor, on a clock that a test advances. */
export class DiallingWorld {
  readonly account: string;
  readonly calls: StoredCall[] = [];
  /** The calls that the vendor placed, in order. */
  readonly placed: { readonly callId: string; readonly userId: string; readonly atMs: number }[] = [];
  /** When the message of each call was first received. */
  readonly firstSeen = new Map<string, number>();
  /** The number of times that the vendor answers 429 to a call. */
  readonly busy = new Map<string, number>();
  readonly operations: string[] = [];
  death: Death | undefined;
  /** Starts at the current time, so that nothing is swept from the table as expired. */
  nowMs = Date.now();
  readonly #table: Table;
  readonly #messages: Message[] = [];
  readonly #sleepers: { readonly dueMs: number; readonly wake: () => void }[] = [];
  /** Functions that have begun and have not finished. */
  #active = 0;
  /** Called when the running function finishes or sleeps. */
  #rest: () => void = () => undefined;
  deadLettered = 0;

  constructor(table: Table) {
    this.account = randomUUID();
    this.#table = this.#watched(table);
    const variables = {
      CALLS_PER_SECOND: '1',
      MAX_OPEN_CALLS: String(MAX_OPEN_CALLS),
      RECONCILE_SECONDS: '120',
    };
    const others = {
      RING_SECONDS: '60',
      MAX_CALL_SECONDS: '3600',
      RECORD_CALLS: 'false',
      DETECT_MACHINES: 'asked',
      PRICES: JSON.stringify(listPrices),
    };
    const all = {
      ...variables,
      ...others,
      CALLBACK_BASE_URL: 'https://callbacks.example.com',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    };
    for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  }

  readonly now = () => new Date(this.nowMs);

  async create(userId: string, scheduledAt?: string): Promise<StoredCall> {
    const call = storedCall({
      id: v7({ msecs: this.nowMs, seq: this.calls.length }),
      user_id: userId,
      telephony_account_connection: this.account,
      ...beginningOf(scheduledAt, this.now(), 120),
    });
    await createCall(this.#table, call);
    this.calls.push(call);
    const { id: callId } = call;
    const dueMs = scheduledAt ? Date.parse(scheduledAt) : this.nowMs;
    this.#messages.push({ userId, callId, dueMs, attempt: 0, inFlight: false });
    return call;
  }

  async createMany(userId: string, count: number): Promise<StoredCall[]> {
    const calls = [];
    for (let index = 0; index < count; index++) calls.push(await this.create(userId));
    return calls;
  }

  async end(call: StoredCall): Promise<void> {
    await finishCall(this.#table, keyOf(call), { transition: 'end', now: this.now(), endedBy: 'api' });
  }

  async remove(call: StoredCall): Promise<void> {
    await this.end(call);
    await deleteCall(this.#table, keyOf(call), { requestId: randomUUID(), now: this.now() });
  }

  stored(call: StoredCall): Promise<StoredCall | undefined> {
    return getCall(this.#table, keyOf(call));
  }

  /** Advances the clock, and delivers all messages that become due. */
  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    while (await this.#step(end));
    this.nowMs = Math.max(this.nowMs, end);
  }

  /** Delivers all messages until none is left. */
  async drain(): Promise<void> {
    while (await this.#step(Number.POSITIVE_INFINITY));
  }

  /** Reconciles undialled calls until each was placed or is over. */
  async reconcile(): Promise<void> {
    for (const { id, user_id } of this.calls) {
      for (;;) {
        const call = await getCall(this.#table, { userId: user_id, callId: id });
        if (!call || isFinal(call.status) || call.telephony_id) break;
        this.nowMs = Math.max(this.nowMs, Date.parse(call.settle_at!));
        const telephony = { getCall: async () => undefined, listCalls: async () => [] };
        await reconcileCall(call, { table: this.#table, telephony, now: this.now });
      }
    }
  }

  /** Runs the next step up to this time: a function wakes up, or a message is delivered. One function runs at a time. */
  async #step(end: number): Promise<boolean> {
    const byTime = (a: { dueMs: number }, b: { dueMs: number }) => a.dueMs - b.dueMs;
    const waiting = this.#active < CONCURRENCY ? this.#messages.filter(({ inFlight }) => !inFlight) : [];
    const [message] = waiting.toSorted(byTime);
    const [sleeper] = this.#sleepers.toSorted(byTime);
    const isMessage = message && (!sleeper || message.dueMs < sleeper.dueMs);
    const next = isMessage ? message : sleeper;
    if (!next || next.dueMs > end) return false;
    this.nowMs = Math.max(this.nowMs, next.dueMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#rest = resolve;
    if (isMessage) void this.#deliver(message);
    else if (sleeper) {
      this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    }
    await promise;
    return true;
  }

  async #deliver(message: Message): Promise<void> {
    message.attempt += 1;
    message.inFlight = true;
    this.#active += 1;
    if (!this.firstSeen.has(message.callId)) this.firstSeen.set(message.callId, this.placed.length);
    const retry = await this.#handle(message).catch((): 'failed' => 'failed');
    this.#active -= 1;
    this.death = undefined;
    message.inFlight = false;
    const isGivenUp = retry !== undefined && message.attempt >= MAX_RECEIVES;
    if (isGivenUp) this.deadLettered += 1;
    if (retry === undefined || isGivenUp) this.#messages.splice(this.#messages.indexOf(message), 1);
    else message.dueMs = this.nowMs + (retry === 'failed' ? VISIBILITY_MS : retry * 1000);
    this.#rest();
  }

  #handle({ userId, callId, attempt }: Message): Promise<number | undefined> {
    return dialBySlot(
      { userId, callId, attempt },
      {
        table: this.#table,
        now: this.now,
        pause: (ms) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          this.#sleepers.push({ dueMs: this.nowMs + ms, wake: resolve });
          this.#rest();
          return promise;
        },
        vendorOf: async (call) => ({ placeCall: () => this.#place(call) }),
      },
    );
  }

  async #place({ id: callId, user_id: userId }: StoredCall) {
    const left = this.busy.get(callId) ?? 0;
    this.busy.set(callId, left - 1);
    if (left > 0) throw new VendorRefusal(429, { code: 20429, message: 'Later.' });
    this.placed.push({ callId, userId, atMs: this.nowMs });
    return { sid: `CA${callId}`, status: 'queued' };
  }

  /** The table, which records requests and dies on demand. */
  #watched(table: Table): Table {
    const send = async (command: object) => {
      this.operations.push(command.constructor.name.replace('Command', ''));
      const { death } = this;
      if (death) death.after -= 1;
      if (death && death.after < 0 && !(death.isDone && death.after === -1)) throw new Error('died');
      const answer = await table.client.send(command as never);
      if (death && death.after < 0) throw new Error('died');
      return answer;
    };
    return { ...table, client: Object.assign(Object.create(table.client), { send }) };
  }
}

const keyOf = ({ user_id, id }: StoredCall) => ({ userId: user_id, callId: id });
