import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredCall } from '../../lambdas/calls/model/call.ts';
import { UNDIALED_SECONDS } from '../../lambdas/calls/model/reconciliation.ts';
import { reconcileOverdue } from '../../lambdas/calls/reconciliation/reconcile.ts';
import { insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import { beginConversation } from '../../lambdas/conversation/store/begin-conversation.ts';
import { getConversation } from '../../lambdas/conversation/store/conversations.ts';
import { getPurchase, putPurchase } from '../../lambdas/numbers/store/purchases.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { logger } from '../../lambdas/platform/logger.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import { LIST_PRICES } from '../../lambdas/usage/model/prices.ts';
import { loadOpenCalls } from '../../lambdas/usage/store/open-calls.ts';
import { listDueForReconciliation } from '../support/due-for-reconciliation.ts';
import { Peer } from '../support/peer.ts';
import { storedNumber } from '../support/table/held-number.ts';
import { addOwnAccount } from '../support/table/own-account.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { tableOfFile } from '../support/table/table.ts';

// Calls whose vendor does not answer, or refuses, must neither stay open for ever nor delay another user's.

/** The vendor's behaviour, by the account's id. */
type Behaviour = (response: ServerResponse, path: string) => void;

const json =
  (status: number, body: unknown): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const hangs: Behaviour = () => {};

/** A vendor with a configured behaviour, which counts its requests. */
const vendor = {
  behaviours: new Map<string, Behaviour>(),
  asked: new Map<string, number>(),
  server: new Peer(({ target: path }, response) => {
    const account = /Accounts\/(\w+)/.exec(path)?.[1] ?? '';
    vendor.asked.set(account, (vendor.asked.get(account) ?? 0) + 1);
    (vendor.behaviours.get(account) ?? hangs)(response, path);
  }),
};

const RECONCILE_SECONDS = 120;
const MINUTE = 60_000;
const CALL_LIMIT_MS = (60 + 3600 + 600) * 1000;

const table = await tableOfFile();

beforeAll(async () => {
  logger.setLogLevel('SILENT');
  const url = await vendor.server.listen();
  const variables = { TELEPHONY_API_URL: url, MAX_CALL_SECONDS: '3600', RING_SECONDS: '60' };
  const PRICES = JSON.stringify(LIST_PRICES);
  const all = { ...variables, RECONCILE_SECONDS: String(RECONCILE_SECONDS), AWS_REGION: 'us-east-1', PRICES };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
});

afterAll(() => vendor.server.close());

let now: Date;

beforeEach(() => {
  now = new Date();
  vendor.asked.clear();
});

// Calls that one test leaves are not due in the next one.
afterEach(async () => {
  const left = await listDueForReconciliation(table, new Date('9999-01-01'));
  for (const { kind, userId, id } of left)
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(userId, kind, id),
        UpdateExpression: 'REMOVE reconcile_at',
      }),
    );
});

/** Milliseconds that a run has. */
const RUN_MS = 60_000;

/** The time of a run on the clock of this machine. */
function aMinute(): () => number {
  const deadline = Date.now() + RUN_MS;
  return () => deadline - Date.now();
}

/** One run of the function. */
function run({ questionMs = 8000, timeLeftMs = aMinute(), atOnce = 40 } = {}): Promise<unknown> {
  return reconcileOverdue({ table, now: () => now, questionMs, timeLeftMs, atOnce });
}

/** A user with an account of their own at the vendor. */
async function newUser(behaviour: Behaviour) {
  const userId = randomUUID();
  const sid = `AC${userId.replaceAll('-', '')}`;
  vendor.behaviours.set(sid, behaviour);
  const connection = await addOwnAccount(table, userId, sid, 'token');
  return { userId, sid, connection };
}

const vendorSidOf = (callId: string) => `CA${callId.replaceAll('-', '')}`;

const STATES = ['not dialed', 'claimed', 'ringing', 'in progress', 'talking', 'came in'] as const;

/** A call in a state that is due for reconciliation. */
async function dueCall(
  state: (typeof STATES)[number],
  { userId, connection }: { readonly userId: string; readonly connection: string },
): Promise<StoredCall> {
  const at = now.toISOString();
  const id = newId();
  const answered = { status: 'in_progress' as const, stage: 'picked_up' as const, start_time: at };
  const call = storedCall({
    id,
    user_id: userId,
    telephony_account_connection: connection,
    counted: true,
    // No longer dialed: its attempts are used up.
    created_at: state === 'not dialed' ? new Date(now.getTime() - UNDIALED_SECONDS * 1000).toISOString() : at,
    reconcile_at: at,
    ...(state !== 'not dialed' && state !== 'came in' && { dialing_at: at }),
    ...(state !== 'not dialed' && state !== 'claimed' && { telephony_id: vendorSidOf(id) }),
    ...(['in progress', 'talking', 'came in'].includes(state) && answered),
    ...(state === 'came in' && { direction: 'inbound' as const }),
  });
  await insertCall(table, call);
  if (state === 'talking')
    await beginConversation(table, `connection-${id}`, { session: sessionOf(call, 'Hello.'), now });
  return call;
}

const statusOf = async ({ user_id: userId, id: callId }: StoredCall) =>
  (await loadCall(table, { userId, callId }))?.status;

/** Runs every minute in which the call is due. Returns the ended call, and the number of minutes. */
async function untilOver(call: StoredCall, questionMs?: number) {
  const begun = now.getTime();
  // An inbound call may last four hours.
  for (let runs = 0; runs < 400; runs++) {
    const stored = await loadCall(table, { userId: call.user_id, callId: call.id });
    if (stored?.reconcile_at === undefined)
      return { stored, minutes: (now.getTime() - begun) / MINUTE, runs };
    const dueMinute = Math.ceil((Date.parse(stored.reconcile_at) - begun) / MINUTE);
    now = new Date(Math.max(now.getTime(), begun + dueMinute * MINUTE));
    await run(questionMs === undefined ? {} : { questionMs });
  }
  throw new Error('The call is still open after 400 runs.');
}

const isCall = (path: string) => /Calls\/CA/.test(path);
const callSaying =
  (status: string): Behaviour =>
  (response, path) => {
    const sid = /Calls\/(\w+)\.json/.exec(path)?.[1];
    json(200, isCall(path) ? { sid, status } : { calls: [{ sid: 'CAother', status }] })(response, path);
  };

/** Behaviours of the vendor, and the minutes within which a call is then over. */
const BEHAVIOURS: readonly (readonly [name: string, behaviour: Behaviour, minutes: number])[] = [
  ['knows of no call', (response, path) => json(isCall(path) ? 404 : 200, { calls: [] })(response, path), 1],
  ['says that it is completed', callSaying('completed'), 4],
  ['says that it goes on, for ever', callSaying('in-progress'), CALL_LIMIT_MS / MINUTE],
  ['says what nobody understands', callSaying('levitating'), CALL_LIMIT_MS / MINUTE],
  ['refuses the credentials', json(401, { code: 20003, message: 'Authenticate' }), 15],
  [
    'asks to slow down, for ever',
    json(429, { code: 20429, message: 'Too Many Requests' }),
    CALL_LIMIT_MS / MINUTE,
  ],
  ['fails', json(500, { code: 20500 }), CALL_LIMIT_MS / MINUTE],
  ['answers with no JSON', (response) => response.end('<html>'), CALL_LIMIT_MS / MINUTE],
  ['answers with other JSON', json(200, { news: [] }), CALL_LIMIT_MS / MINUTE],
  ['closes the connection', (response) => response.destroy(), CALL_LIMIT_MS / MINUTE],
  ['hangs', hangs, CALL_LIMIT_MS / MINUTE],
];

describe.each(BEHAVIOURS)('with a vendor that %s', (_, behaviour, minutes) => {
  // Every state meets the vendor that never answers.
  it.each(behaviour === hangs ? STATES : (['talking'] as const))('a call ends: %s', async (state) => {
    const user = await newUser(behaviour);
    const call = await dueCall(state, user);

    const over = await untilOver(call, behaviour === hangs ? 50 : undefined);

    expect(over.stored?.status).toMatch(/^(ended|error)$/);
    if (over.stored?.status === 'error') expect(over.stored.error_message).toMatch(/\w+\.$/);
    // An inbound call may last as long as the vendor permits: four hours.
    const longest = state === 'came in' && minutes > 60 ? minutes + 180 : minutes;
    // It is reconciled at least every two minutes.
    expect(over.minutes).toBeLessThan(longest + 2);
    expect(await loadOpenCalls(table, user.userId)).toBe(0);
    expect(await isDueEver(call)).toBe(false);
    if (state === 'talking')
      expect((await getConversation(table, `connection-${call.id}`))?.session.closed).toBe(true);
  });
});

it('a call whose dialing has just begun is not given up, and the vendor is not asked about it', async () => {
  const user = await newUser(json(200, { calls: [] }));
  const call = await dueCall('claimed', user);

  await run();

  expect(await statusOf(call)).toBe('not_started');
  expect(vendor.asked.get(user.sid)).toBeUndefined();
});

it('a call ends if its account connection was deleted', async () => {
  const user = { userId: randomUUID(), connection: newId() };
  const call = await dueCall('in progress', user);

  const { stored, minutes } = await untilOver(call);

  expect(stored).toMatchObject({ status: 'error', error_message: expect.stringMatching(/deleted/) });
  expect([minutes, await loadOpenCalls(table, user.userId)]).toEqual([0, 0]);
});

it('a call whose account is refused for a while continues when the vendor answers again', async () => {
  const user = await newUser(json(401, {}));
  const call = await dueCall('in progress', user);
  await run();
  now = new Date(now.getTime() + 2 * MINUTE);
  vendor.behaviours.set(user.sid, callSaying('in-progress'));
  await run();
  vendor.behaviours.set(user.sid, json(401, {}));
  for (let runs = 0; runs < 2; runs++) {
    now = new Date(now.getTime() + 4 * MINUTE);
    await run();
  }

  // The 15 minutes start again.
  expect(await statusOf(call)).toBe('in_progress');
});

const isDueEver = async ({ id }: StoredCall) =>
  (await listDueForReconciliation(table, new Date('9999-01-01'))).some((due) => due.id === id);

describe('a run', () => {
  it('asks about the longest overdue first, with no more requests at once than configured', async () => {
    const asked: string[] = [];
    let underWay = 0;
    let most = 0;
    const user = await newUser((response, path) => {
      asked.push(/CA\w+/.exec(path)?.[0] ?? '');
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        callSaying('in-progress')(response, path);
      }, 20);
    });
    const calls: StoredCall[] = [];
    for (let index = 0; index < 12; index++) {
      calls.push(await dueCall('in progress', user));
      now = new Date(now.getTime() + 1000);
    }

    await run({ atOnce: 3 });

    expect(most).toBe(3);
    expect(asked).toHaveLength(12);
    const first = calls.slice(0, 3).map(({ id }) => vendorSidOf(id));
    expect(asked.slice(0, 3).toSorted()).toEqual(first.toSorted());
  });

  it('begins nothing when its time is nearly up, and leaves the rest due', async () => {
    const user = await newUser(callSaying('completed'));
    const calls = await Promise.all(Array.from({ length: 20 }, () => dueCall('in progress', user)));
    const askedOf = () => vendor.asked.get(user.sid) ?? 0;

    await run({ atOnce: 2, timeLeftMs: () => (askedOf() < 5 ? RUN_MS : 1_000) });
    const left = await listDueForReconciliation(table, now);

    expect(askedOf()).toBeLessThan(8);
    expect(left).toHaveLength(calls.length - askedOf());
  });
});

it('a purchase is dropped when its account connection was deleted', async () => {
  const number = storedNumber({ telephony_account_connection: newId(), vendor_sid: '' });
  const at = now.toISOString();
  await putPurchase(table, { number, records: [], begun_at: at, reconcile_at: at });

  await run();

  expect(await getPurchase(table, number.user_id, number.id)).toBeUndefined();
});
