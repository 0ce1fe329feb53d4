import { v7 } from 'uuid';
import { dialWorker } from '../../lambdas/calls/dialing/dial.ts';
import { dialCall } from '../../lambdas/calls/dialing/dial-once.ts';
import type { StoredCall } from '../../lambdas/calls/model/call.ts';
import { beginningOf } from '../../lambdas/calls/model/schedule.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import { insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { variablesOf } from '../../lambdas/platform/worker.ts';
import { VendorRefusal } from '../../lambdas/vendors/telephony/vendor-errors.ts';
import { storedCall } from './table/stored-call.ts';
import { stubVariables } from './table/variables.ts';

/** Milliseconds until a failed message is received again. */
const VISIBILITY_MS = 60_000;
/** Of scheduled calls; the others are created without a limit. */
export const MAX_OPEN_CALLS = 10;

interface Message {
  readonly userId: string;
  readonly callId: string;
  dueMs: number;
  received: number;
}

/** Worlds share the rate limit of the platform's account, so each begins after the one before. */
let latestMs = Date.now();

/** The dial function with its queue and the vendor, on a clock that a test advances. One call a second may be dialed. */
export class DialingWorld {
  readonly calls: StoredCall[] = [];
  /** The calls that the vendor placed, in order. */
  readonly placed: { readonly callId: string; readonly userId: string; readonly atMs: number }[] = [];
  /** The number of times that the vendor answers 429 to a call. */
  readonly busy = new Map<string, number>();
  nowMs = latestMs + 3600_000;
  /** Seconds after which a new call is first reconciled. */
  reconcileSeconds = 120;
  /** The most receives of a message. */
  mostReceives = 0;
  /** Something else that happens just before a call is claimed. */
  beforeClaim = async () => {};
  readonly #table: Table;
  readonly #messages: Message[] = [];

  constructor(table: Table, variables: Readonly<Record<string, string>> = {}) {
    this.#table = table;
    stubVariables(variablesOf(dialWorker), {
      CALLBACK_BASE_URL: 'https://callbacks.example.com',
      CALLS_PER_SECOND: '1',
      MAX_OPEN_CALLS: String(MAX_OPEN_CALLS),
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      ...variables,
    });
  }

  readonly now = () => new Date(this.nowMs);

  async create(
    userId: string,
    scheduledAt?: string,
    overrides: Partial<CallWithSnapshot> = {},
  ): Promise<StoredCall> {
    const call = storedCall({
      id: v7({ msecs: this.nowMs, seq: this.calls.length }),
      user_id: userId,
      telephony_account_connection: null,
      ...beginningOf(scheduledAt, this.now(), this.reconcileSeconds),
      ...overrides,
    });
    await insertCall(this.#table, call);
    this.calls.push(call);
    const dueMs = scheduledAt ? Date.parse(scheduledAt) : this.nowMs;
    this.#messages.push({ userId, callId: call.id, dueMs, received: 0 });
    return call;
  }

  async createMany(userId: string, count: number): Promise<StoredCall[]> {
    const calls = [];
    for (let index = 0; index < count; index++) calls.push(await this.create(userId));
    return calls;
  }

  stored(call: StoredCall): Promise<StoredCall | undefined> {
    return loadCall(this.#table, keyOf(call));
  }

  /** Advances the clock, and delivers all messages that become due. */
  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    while (await this.#step(end));
    this.nowMs = Math.max(this.nowMs, end);
    latestMs = Math.max(latestMs, this.nowMs);
  }

  /** Delivers all messages until none is left. */
  async drain(): Promise<void> {
    while (await this.#step(Number.POSITIVE_INFINITY));
    await this.pass(0);
  }

  /** Delivers the next message up to this time. */
  async #step(end: number): Promise<boolean> {
    const [message] = this.#messages.toSorted((a, b) => a.dueMs - b.dueMs);
    if (!message || message.dueMs > end) return false;
    this.nowMs = Math.max(this.nowMs, message.dueMs);
    message.received += 1;
    this.mostReceives = Math.max(this.mostReceives, message.received);
    const retry = await dialCall(message, {
      table: this.#table,
      now: this.now,
      random: Math.random,
      vendorOf: async (call) => {
        await this.beforeClaim();
        return { placeCall: () => this.#place(call) };
      },
    }).catch((): 'failed' => 'failed');
    if (retry === undefined) this.#messages.splice(this.#messages.indexOf(message), 1);
    else message.dueMs = this.nowMs + (retry === 'failed' ? VISIBILITY_MS : retry * 1000);
    return true;
  }

  async #place({ id: callId, user_id: userId }: StoredCall) {
    const left = this.busy.get(callId) ?? 0;
    this.busy.set(callId, left - 1);
    if (left > 0) throw new VendorRefusal(429, { code: 20429, message: 'Later.' });
    this.placed.push({ callId, userId, atMs: this.nowMs });
    return { sid: `CA${callId}`, status: 'queued' };
  }
}

const keyOf = ({ user_id, id }: StoredCall) => ({ userId: user_id, callId: id });
