import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { vi } from 'vitest';
import type { CallWithSnapshot } from '../../lambdas/domain/calls/snapshot.ts';
import { reconcileWorker } from '../../lambdas/reconciliation/reconcile.ts';
import { type RunDependencies, reconcileOverdue } from '../../lambdas/reconciliation/reconcile-overdue.ts';
import { runAlone } from '../../lambdas/reconciliation/run-alone.ts';
import { VendorPace } from '../../lambdas/reconciliation/vendor-pace.ts';
import { newId } from '../../lambdas/runtime/ids.ts';
import { callPut, createCall } from '../../lambdas/store/calls/calls.ts';
import { createRecords } from '../../lambdas/store/records/records.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { listPrices } from '../../lib/config/list-prices.ts';
import { storedCall } from './table/stored-call.ts';

/** A user with an account of their own at the vendor. */
export interface User {
  readonly userId: string;
  readonly connection: string;
}

/** A vendor's answer to a question about a call. */
export interface VendorAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status of the call. @default in-progress */
  readonly call?: string;
}

/** Milliseconds that a run has. */
export const RUN_MS = reconcileWorker.timeoutSeconds * 1000;

/** Up to this number, calls are created one by one, as the API does. */
const FEW = 50;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Reconciliation with a vendor over HTTP, on a clock that advances when a run waits. */
export class ReconciliationWorld {
  readonly table: Table;
  /** The calls about which the vendor was asked, in order, by the service's ids. */
  readonly asked: string[] = [];
  /** The maximum number of concurrent questions. */
  mostAtOnce = 0;
  /** The vendor's answer to a question about a call; undefined never answers. */
  answer: (callId: string, atOnce: number) => VendorAnswer | undefined = () => ({});
  /** Kept from run to run, as in a warm function. */
  pace = new VendorPace(() => this.now());
  readonly #server = createServer((request, response) => this.#serve(request.url ?? '', response));
  #underWay = 0;
  #nowMs = Date.parse('2026-03-02T12:00:00.000Z');
  readonly #sleepers = new Set<{ readonly dueMs: number; readonly wake: () => void }>();

  constructor(table: Table) {
    this.table = table;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  set nowMs(ms: number) {
    this.#nowMs = ms;
    for (const sleeper of [...this.#sleepers].filter(({ dueMs }) => dueMs <= ms)) {
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  readonly now = () => new Date(this.nowMs);

  /** Starts the vendor; the functions' variables lead to it. */
  async listen(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const variables = { TELEPHONY_API_URL: url, MAX_CALL_SECONDS: '3600', RING_SECONDS: '60' };
    const PRICES = JSON.stringify(listPrices);
    const all = { ...variables, RECONCILE_SECONDS: '120', AWS_REGION: 'us-east-1', PRICES };
    for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async user(): Promise<User> {
    const userId = randomUUID();
    const connection = newId();
    const record = {
      id: connection,
      user_id: userId,
      type: 'account_connection_telephony' as const,
      credentials: {
        telephony_account_sid: `AC${userId.replaceAll('-', '')}`,
        telephony_auth_token: 'token',
      },
      steering_pool: [],
      account_supports_any_caller_id: true,
    };
    await createRecords(this.table, [{ kind: 'account_connection', record }]);
    return { userId, connection };
  }

  /** Calls in progress, each due a millisecond after the one before, since `sinceMs` milliseconds. */
  async calls(of: User, count: number, { sinceMs = 60_000 } = {}): Promise<CallWithSnapshot[]> {
    const begun = new Date(this.nowMs - sinceMs - 120_000).toISOString();
    const calls = Array.from({ length: count }, (_, index) => {
      const id = newId();
      return storedCall({
        id,
        user_id: of.userId,
        telephony_account_connection: of.connection,
        telephony_id: sidOf(id),
        status: 'in_progress',
        stage: 'picked_up',
        counted: true,
        created_at: begun,
        dialling_at: begun,
        start_time: begun,
        settle_at: new Date(this.nowMs - sinceMs + index).toISOString(),
      });
    });
    if (count <= FEW) await Promise.all(calls.map((call) => createCall(this.table, call)));
    else await this.#put(calls);
    return calls;
  }

  /** Stores calls as they are, without the list and the counts of their user. */
  async #put(calls: readonly CallWithSnapshot[]): Promise<void> {
    const requests = calls.map((call) => ({ PutRequest: { Item: callPut(this.table, call).Put?.Item } }));
    for (let at = 0; at < requests.length; at += 25)
      await this.table.client.send(
        new BatchWriteCommand({ RequestItems: { [this.table.name]: requests.slice(at, at + 25) } }),
      );
  }

  /** One run of the function. @default with all of its time, on this world's table */
  run({
    timeLeftMs = () => RUN_MS,
    table = this.table,
    ...given
  }: Partial<Pick<RunDependencies, 'timeLeftMs' | 'table' | 'wait'>> = {}) {
    const run = { now: this.now, timeLeftMs, wait: this.#sleep };
    return runAlone(table, run, (timeLeftMs) =>
      reconcileOverdue({
        ...run,
        timeLeftMs,
        table,
        pace: this.pace,
        // Real time: the vendor answers, however busy the machine is.
        questionMs: 20_000,
        // Questions that are under way finish meanwhile, as in a pause of seconds.
        wait: async (ms, signal) => {
          do await setTimeout(20, undefined, { signal });
          while (this.#underWay > 0);
          this.nowMs += ms;
        },
        ...given,
      }),
    );
  }

  /** Resolves when the clock has advanced by these milliseconds, or rejects when the signal aborts. */
  readonly #sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const sleeper = { dueMs: this.nowMs + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
    });

  #serve(path: string, response: ServerResponse): void {
    const sid = /Calls\/CA(\w+)\.json/.exec(path)?.[1] ?? '';
    const callId = sid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    this.asked.push(callId);
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    response.once('close', () => {
      this.#underWay -= 1;
    });
    const answer = this.answer(callId, this.#underWay);
    if (!answer) return;
    const { status = 200, headers = {}, call = 'in-progress' } = answer;
    const body = status === 200 ? { sid: `CA${sid}`, status: call } : { code: 20429, message: 'No.' };
    // Others arrive meanwhile.
    void setTimeout(5).then(() =>
      response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body)),
    );
  }
}

const sidOf = (callId: string) => `CA${callId.replaceAll('-', '')}`;
