import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { reconcileWorker } from '../lambdas/reconciliation/reconcile.ts';
import { RESERVE_MS, reconcileOverdue } from '../lambdas/reconciliation/reconcile-overdue.ts';
import { VendorPace } from '../lambdas/reconciliation/vendor-pace.ts';
import { newId } from '../lambdas/runtime/ids.ts';
import { logger } from '../lambdas/runtime/logger.ts';
import { callPut } from '../lambdas/store/calls/calls.ts';
import { createRecords } from '../lambdas/store/records/records.ts';
import type { Table as StoreTable } from '../lambdas/store/table/table.ts';
import { listPrices } from '../lib/config/list-prices.ts';
import { storedCall } from '../test/support/table/stored-call.ts';
import { startProgram } from './load/program.ts';
import { number, type Table, verdict } from './table.ts';
import { operatorTable } from './turns/prompts.ts';

const CALLS = 10_000;
/** Seconds within which each call is to be asked about. */
const GOAL_SECONDS = 120;
/** Seconds after which a call is due again: longer than all runs, so that each is counted once. */
const RECONCILE_SECONDS = 400;
/** Milliseconds that the vendor takes for an answer, and the requests of an account that it permits at once. */
const ANSWER_MS = 200;
const LIMITS = [100, 25];
/**
 * How many times slower than real time the clock of the runs and the vendor is: the table and the vendor are emulated
 * on the same machine, whose speed is not measured.
 */
const SLOWNESS = 4;
/** Milliseconds of a measured run's work: long enough to reach its pace, which a longer run would only keep. */
const WORK_MS = 15_000;
/**
 * Seconds for which nothing is asked between two long runs: from the last record that a run begins to the event of the
 * next minute.
 */
const PAUSE_SECONDS =
  Math.ceil(reconcileWorker.timeoutSeconds / 60) * 60 - (reconcileWorker.timeoutSeconds - RESERVE_MS / 1000);
/** Milliseconds between the rounds on the clock of the runs: longer than they take, and calls are not yet over. */
const ROUND_MS = 8 * 60_000;

const AUTH_TOKEN = 'token';
const RINGING = '+15550109999';

const told = z.object({ dynamoDbUrl: z.string(), carrierUrl: z.string() });
const placed = z.object({ sid: z.string() });

/** Measures how fast the function asks about 10,000 open calls of one account, which are all due at once. */
export async function measureReconciliation(): Promise<Table> {
  const account = `AC${randomUUID().replaceAll('-', '')}`;
  const program = await startProgram('table-and-carrier.ts', [account, AUTH_TOKEN]);
  const { dynamoDbUrl, carrierUrl } = told.parse(program.told);
  const { table, close } = operatorTable(dynamoDbUrl);
  Object.assign(process.env, {
    TELEPHONY_API_URL: carrierUrl,
    MAX_CALL_SECONDS: '3600',
    RING_SECONDS: '60',
    RECONCILE_SECONDS: String(RECONCILE_SECONDS),
    PRICES: JSON.stringify(listPrices),
  });
  logger.setLogLevel('SILENT');
  try {
    const scene = { table, carrierUrl, account };
    await openCalls(scene);
    const rows: Table['rows'][number][] = [];
    for (const limit of LIMITS) rows.push(await measure(scene, limit));
    return {
      title: `Reconciliation of ${CALLS.toLocaleString('en-US')} open calls`,
      note:
        `All calls are of one account and due at once. The vendor takes ${ANSWER_MS} ms for an answer and answers 429 above its limit of concurrent requests. ` +
        `The table and the vendor are another process on the same machine; the clock is ${SLOWNESS} times slower than real time, so that its speed matters less. Measured: the first seconds of work, from the reading of the index to the last answer; the processor time is of the function alone. ` +
        `Goal: at this speed, all calls are asked about within ${GOAL_SECONDS} s, of which up to ${PAUSE_SECONDS} pass between two runs.`,
      columns: [
        'vendor’s limit',
        'calls asked about',
        'seconds',
        'calls a second',
        'seconds for all',
        'CPU per call, ms',
        'goal',
      ],
      rows,
    };
  } finally {
    close();
    await program.stop();
  }
}

interface Scene {
  readonly table: StoreTable;
  readonly carrierUrl: string;
  readonly account: string;
}

/** Measures a run at a limit of the vendor. */
async function measure({ table, carrierUrl }: Scene, limit: number): Promise<Table['rows'][number]> {
  await control(carrierUrl, 'faults', { answer_ms: ANSWER_MS * SLOWNESS, concurrent_requests: limit });
  // Every round finds all calls due, some minutes after the round before.
  const roundAt = Date.now() + (LIMITS.indexOf(limit) + 1) * ROUND_MS;
  const begunAt = performance.now();
  const elapsedMs = () => (performance.now() - begunAt) / SLOWNESS;
  const now = () => new Date(roundAt + elapsedMs());
  const cpu = process.cpuUsage();
  const { reconciled } = await reconcileOverdue({
    table,
    now,
    pace: new VendorPace(now),
    questionMs: 8_000,
    timeLeftMs: () => WORK_MS + RESERVE_MS - elapsedMs(),
    wait: (ms, signal) => wait(ms * SLOWNESS, undefined, { signal }),
  });
  const seconds = elapsedMs() / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const secondsForAll = (seconds * CALLS) / reconciled + PAUSE_SECONDS;
  return [
    number(limit),
    number(reconciled),
    number(seconds, 1),
    number(reconciled / seconds),
    number(secondsForAll, 1),
    number((user + system) / 1000 / reconciled, 1),
    verdict(secondsForAll, GOAL_SECONDS),
  ];
}

/** Places calls that ring for an hour, and stores them as calls of a user whose account it is. */
async function openCalls({ table, carrierUrl, account }: Scene): Promise<void> {
  const userId = randomUUID();
  const connection = newId();
  const credentials = { telephony_account_sid: account, telephony_auth_token: AUTH_TOKEN };
  const record = {
    id: connection,
    user_id: userId,
    type: 'account_connection_telephony' as const,
    credentials,
    steering_pool: [],
    account_supports_any_caller_id: true,
  };
  await createRecords(table, [{ kind: 'account_connection', record }]);
  await control(carrierUrl, `callees/${encodeURIComponent(RINGING)}`, { ring_ms: 3_600_000 });
  const at = new Date().toISOString();
  for (let begun = 0; begun < CALLS; begun += 25) {
    const sids = await Promise.all(Array.from({ length: 25 }, () => placeCall(carrierUrl, account)));
    const calls = sids.map((telephony_id) =>
      storedCall({
        id: newId(),
        user_id: userId,
        telephony_account_connection: connection,
        telephony_id,
        counted: true,
        created_at: at,
        dialling_at: at,
        settle_at: at,
      }),
    );
    const puts = calls.map((call) => ({ PutRequest: { Item: callPut(table, call).Put?.Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
}

async function placeCall(carrierUrl: string, account: string): Promise<string> {
  const answer = await fetch(`${carrierUrl}/2010-04-01/Accounts/${account}/Calls.json`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${AUTH_TOKEN}`).toString('base64')}`,
    },
    body: new URLSearchParams({ To: RINGING, From: '+15550108888', Twiml: '<Response/>', Timeout: '600' }),
  });
  return placed.parse(await answer.json()).sid;
}

async function control(carrierUrl: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${carrierUrl}/simulator/${path}`, {
    method: 'PUT',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The carrier answered ${answer.status}: ${await answer.text()}`);
}
