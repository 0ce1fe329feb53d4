// Reconciliation keeps up with many calls: in order, fairly, at the vendor's pace, and after any crash.
import { BatchWriteCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredCall } from '../../../lambdas/domain/calls/call.ts';
import { reconcileWorker } from '../../../lambdas/reconciliation/reconcile.ts';
import { VendorPace } from '../../../lambdas/reconciliation/vendor-pace.ts';
import { logger } from '../../../lambdas/runtime/logger.ts';
import { variablesOf } from '../../../lambdas/runtime/worker.ts';
import { getCall } from '../../../lambdas/store/calls/calls.ts';
import { openShard, reconciliationRunKey, recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { ReconciliationWorld, RUN_MS } from '../../support/reconciliation-world.ts';
import { openTable } from '../../support/table/table.ts';
import { stubVariables } from '../../support/table/variables.ts';

let table: Table;
let close: () => Promise<void>;
let world: ReconciliationWorld;
let all: StoredCall[];

beforeAll(async () => {
  logger.setLogLevel('SILENT');
  ({ table, close } = await openTable());
});

afterAll(() => close());

beforeEach(async () => {
  world = new ReconciliationWorld(table);
  all = [];
  await world.listen();
});

// Calls that one test leaves are not due in the next one.
afterEach(async () => {
  const requests = all.map(({ user_id, id }) => ({ DeleteRequest: { Key: recordKey(user_id, 'call', id) } }));
  for (let at = 0; at < requests.length; at += 25)
    await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(at, at + 25) } }),
    );
  world.close();
  vi.unstubAllEnvs();
});

async function calls(...options: Parameters<ReconciliationWorld['calls']>): Promise<StoredCall[]> {
  const created = await world.calls(...options);
  all.push(...created);
  return created;
}

const idsOf = (of: readonly StoredCall[]) => of.map(({ id }) => id);
const storedOf = ({ user_id: userId, id: callId }: StoredCall) => getCall(table, { userId, callId });
/** When a call is due next. */
const dueOf = async (call: StoredCall) => (await storedOf(call))?.settle_at;

/** Permits one question at a time, so that their order shows. */
class OneAtATime extends VendorPace {
  #underWay = 0;
  override begin = () => {
    this.#underWay += 1;
  };
  override end = () => {
    this.#underWay -= 1;
  };
  override mayAsk = () => this.#underWay === 0;
}

it('a run asks about each call once, with no more concurrent requests than the vendor permits', {
  timeout: 60_000,
}, async () => {
  const created = await calls(await world.user(), 300);

  await world.run();

  expect(world.asked.toSorted()).toEqual(idsOf(created).toSorted());
  expect(world.mostAtOnce).toBeGreaterThan(10);
  expect(world.mostAtOnce).toBeLessThanOrEqual(40);
});

it('a run asks about the longest overdue call first, whatever its shard of the index', async () => {
  const created = await calls(await world.user(), 60);
  world.pace = new OneAtATime(world.now);

  await world.run();

  expect(new Set(created.map(({ id }) => openShard(id))).size).toBeGreaterThan(8);
  expect(world.asked).toEqual(idsOf(created));
});

it('a run asks early about the only call of a user, although another user has 1,000 calls that are longer overdue', {
  timeout: 120_000,
}, async () => {
  const many = await calls(await world.user(), 1_000, { sinceMs: 90_000 });
  const [one] = await calls(await world.user(), 1, { sinceMs: 1_000 });
  // Two questions at a time fit into the time of the run, which is over after 20.
  await world.run({ timeLeftMs: () => (world.asked.length < 20 ? RUN_MS : 1_000) });

  expect(world.asked.indexOf(one!.id)).toBeGreaterThanOrEqual(0);
  expect(world.asked.indexOf(one!.id)).toBeLessThan(20);
  expect(many.length).toBe(1_000);
});

it('a run asks about every call although the vendor permits only 15 concurrent requests', {
  timeout: 60_000,
}, async () => {
  const created = await calls(await world.user(), 300);
  const answered = new Set<string>();
  let refused = 0;
  world.answer = (id, atOnce) => {
    if (atOnce > 15) {
      refused += 1;
      return { status: 429 };
    }
    answered.add(id);
    return {};
  };
  // A call that is refused twice in a run is due again after two minutes.
  for (let runs = 0; runs < 4 && answered.size < created.length; runs++) {
    await world.run();
    world.nowMs += 60_000;
  }

  const stored = await Promise.all(created.map(storedOf));
  expect(answered.size).toBe(created.length);
  expect(new Set(stored.map((call) => call?.status))).toEqual(new Set(['in_progress']));
  // The run finds the vendor's limit, and does not exceed it with every request.
  expect(refused).toBeLessThan(world.asked.length / 3);
});

it('a run honours the Retry-After of a 429, also in the next run, and keeps the order of the calls', async () => {
  world.answer = () => ({ status: 429, headers: { 'retry-after': '90' } });
  const created = await calls(await world.user(), 50);
  const before = world.nowMs;

  await world.run();
  const first = world.asked.length;
  world.nowMs = before + 60_000;
  await world.run();
  const second = world.asked.length;
  world.answer = () => ({});
  world.nowMs = before + 121_000;
  await world.run();

  expect([first, second]).toEqual([10, 10]);
  // Ten had been taken by the first run; the others were still due.
  expect(new Set(world.asked)).toEqual(new Set(idsOf(created)));
});

it('a run does not delay the calls of others while one account pauses', async () => {
  const paused = await world.user();
  const [first] = await calls(paused, 100, { sinceMs: 90_000 });
  const others = await calls(await world.user(), 100);
  const ids = new Set(idsOf(others));
  world.answer = (id) => (ids.has(id) ? {} : { status: 429, headers: { 'retry-after': '600' } });

  await world.run();

  expect(world.asked.filter((id) => ids.has(id))).toHaveLength(100);
  // What was not asked about stays due, so that it is first when the account continues.
  expect(world.asked).toContain(first!.id);
  expect(
    (await Promise.all(all.slice(10, 100).map(dueOf))).every((due) => due! < world.now().toISOString()),
  ).toBe(true);
});

it('a run ends a call that passed its time limit although its account pauses for ever', async () => {
  world.answer = () => ({ status: 429, headers: { 'retry-after': '900' } });
  const created = await calls(await world.user(), 40);

  // The time limit is 71 minutes after the answer.
  for (let minute = 0; minute < 100; minute++) {
    await world.run();
    world.nowMs += 60_000;
  }

  const stored = await Promise.all(created.map(storedOf));
  expect(new Set(stored.map((call) => call?.status))).toEqual(new Set(['error']));
});

it('a run begins nothing more when its time is nearly up, and leaves the rest unchanged', async () => {
  const created = await calls(await world.user(), 150);

  await world.run({ timeLeftMs: () => (world.asked.length < 50 ? RUN_MS : 10_000) });
  const asked = new Set(world.asked);
  const untouched = created.filter(({ id }) => !asked.has(id));
  const due = await Promise.all(untouched.map(dueOf));
  await world.run();

  expect(asked.size).toBeLessThanOrEqual(50 + 40);
  expect(due).toEqual(untouched.map(({ settle_at }) => settle_at));
  expect(world.asked.toSorted()).toEqual(idsOf(created).toSorted());
});

it.each([
  { events: 'are early', everyMs: 59_990, lateMs: 0, answerMs: 700 },
  { events: 'are late', everyMs: 60_500, lateMs: 0, answerMs: 700 },
  {
    events: 'are late now and then, and few calls are open',
    everyMs: 60_500,
    lateMs: 5_000,
    answerMs: 700,
    count: 1,
  },
  { events: 'are late, and runs take all of their time', everyMs: 60_500, lateMs: 0, answerMs: 4_000 },
])('the vendor is asked about a call within every two minutes if events $events', async ({
  everyMs,
  lateMs,
  answerMs,
  count = 20,
}) => {
  const created = await calls(await world.user(), count);
  world.pace = new OneAtATime(world.now);
  const times = new Map<string, number[]>(created.map(({ id }) => [id, []]));
  world.answer = (id) => {
    world.nowMs += answerMs;
    times.get(id)?.push(world.nowMs);
    return {};
  };

  const begun = world.nowMs;
  for (let minute = 0; minute <= 8; minute++) {
    const at = begun + minute * everyMs + (minute % 2) * lateMs;
    // The run of this event is refused.
    if (world.nowMs > at) continue;
    world.nowMs = at;
    await world.run({ timeLeftMs: () => at + RUN_MS - world.nowMs });
  }

  const waits = [...times.values()].flatMap((all) => all.slice(1).map((at, index) => at - all[index]!));
  expect(waits.length).toBeGreaterThanOrEqual(3 * created.length);
  expect(Math.max(...waits)).toBeLessThanOrEqual(120_000);
});

it('a run reconciles a call that becomes due during the run', async () => {
  const user = await world.user();
  const [early] = await calls(user, 1);
  const [late] = await calls(user, 1, { sinceMs: -1_000 });
  world.answer = () => {
    world.nowMs += 1_000;
    return {};
  };

  await world.run();

  expect(world.asked).toEqual([early!.id, late!.id]);
});

describe('runs at the same time', () => {
  it('exclude each other', async () => {
    const created = await calls(await world.user(), 30);

    const ran = await Promise.all([world.run(), world.run(), world.run()]);

    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(world.asked.toSorted()).toEqual(idsOf(created).toSorted());
    expect(await world.run()).toBe(true);
  });

  it('exclude each other although Lambda delivers an event twice under one request id', async () => {
    const { protocol, hostname, port } = await table.client.config.endpoint!();
    stubVariables(variablesOf(reconcileWorker), {
      TABLE_NAME: table.name,
      TELEPHONY_API_URL: process.env.TELEPHONY_API_URL!,
      AWS_ENDPOINT_URL_DYNAMODB: `${protocol}//${hostname}:${port}`,
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    });
    world.nowMs = Date.now();
    const created = await calls(await world.user(), 30);
    const containers = [await newContainer(), await newContainer()];

    const context = { awsRequestId: 'the same', getRemainingTimeInMillis: () => RUN_MS };
    await Promise.all(containers.map(({ handler }) => handler({}, context)));

    const lines = containers.flatMap(({ logged }) => logged.mock.calls.map(([line]) => line));
    expect(lines.filter((line) => line === 'Reconciled.')).toHaveLength(1);
    expect(lines.filter((line) => line === 'Another reconciliation run is under way.')).toHaveLength(1);
    expect(world.asked.toSorted()).toEqual(idsOf(created).toSorted());
  });

  it('are possible again half a minute after one has crashed', async () => {
    const crashed = crashingTable({ at: 3 });
    await world.run({ table: crashed.table }).catch(() => {});
    world.nowMs += 29_000;
    const beforeEnd = await world.run();
    world.nowMs += 1_001;

    expect([beforeEnd, await world.run()]).toEqual([false, true]);
  });

  it('exclude each other although one takes minutes, and are possible half a minute after its crash', async () => {
    await calls(await world.user(), 30);
    world.pace = new OneAtATime(world.now);
    const others: Promise<boolean>[] = [];
    world.answer = () => {
      world.nowMs += 4_000;
      others.push(world.run());
      return {};
    };

    const crashed = crashingTable({ when: () => world.asked.length >= 20 });
    await world.run({ table: crashed.table }).catch(() => {});
    const meanwhile = await Promise.all(others);
    world.answer = () => ({});
    world.nowMs += 10_000;
    const beforeEnd = await world.run();
    world.nowMs += 20_001;

    expect(meanwhile).toEqual(Array(20).fill(false));
    expect([beforeEnd, await world.run()]).toEqual([false, true]);
  });

  it.each<[string, (lose: Losing) => void]>([
    ['another run has its lease', ({ giveAway }) => giveAway()],
    ['its lease cannot be renewed', ({ refuse }) => refuse()],
  ])('are excluded by one that begins nothing more when %s', async (_, lose) => {
    const created = await calls(await world.user(), 40);
    world.pace = new OneAtATime(world.now);
    const { table: losing, giveAway, refuse, clear } = losingTable();
    world.answer = () => {
      if (world.asked.length === 1) lose({ giveAway, refuse });
      if (world.asked.length >= 5) world.nowMs += 10_000;
      return {};
    };

    await world.run({ table: losing });
    const asked = [...world.asked];
    world.answer = () => ({});
    await clear();
    world.nowMs += 30_001;
    await world.run();

    expect(asked.length).toBeGreaterThanOrEqual(5);
    expect(asked.length).toBeLessThan(created.length);
    // The rest stayed due.
    expect(new Set(world.asked)).toEqual(new Set(idsOf(created)));
  });
});

it('after a crash between any two requests to the table, the next runs reconcile every call', {
  timeout: 120_000,
}, async () => {
  let crashes = 0;
  for (let at = 1, isComplete = false; !isComplete; at++) {
    const created = await calls(await world.user(), 4);
    world.answer = () => ({ call: 'completed' });

    const crashed = crashingTable({ at });
    await world.run({ table: crashed.table }).catch(() => {});
    isComplete = !crashed.hasCrashed();
    if (!isComplete) crashes += 1;
    // The minutes after it: the lease ends, and then what the crashed run had taken is due again.
    for (let minute = 0; minute < 3; minute++) {
      world.nowMs += 60_000;
      await world.run();
    }

    const statuses = (await Promise.all(created.map(storedOf))).map((call) => call?.status);
    expect(new Set(statuses), `a crash at request ${at}`).toEqual(new Set(['ended']));
  }
  // The lease, 16 shards, and several requests for each call.
  expect(crashes).toBeGreaterThan(30);
});

/** The function in a container of its own, and its log. */
async function newContainer() {
  vi.resetModules();
  const { handler } = await import('../../../lambdas/reconciliation/reconcile.ts');
  const { logger: own } = await import('../../../lambdas/runtime/logger.ts');
  own.setLogLevel('SILENT');
  return { handler, logged: vi.spyOn(own, 'info') };
}

/** The table for a run that crashes: from a request or a moment on, every request fails and reaches nothing. */
function crashingTable({
  at = Number.POSITIVE_INFINITY,
  when = () => false,
}: {
  readonly at?: number;
  readonly when?: () => boolean;
}) {
  let sent = 0;
  const crashing = tableThat(() => {
    sent += 1;
    if (sent >= at || when()) throw new Error('The function crashed.');
  });
  return { table: crashing, hasCrashed: () => sent >= at };
}

/** Ways in which a run loses its lease: another run has it, or its renewal fails. */
interface Losing {
  readonly giveAway: () => void;
  readonly refuse: () => void;
}

/** The table for a run that loses its lease. `clear` leaves no lease. */
function losingTable(): Losing & { readonly table: Table; readonly clear: () => Promise<unknown> } {
  let isRefused = false;
  const Item = { ...reconciliationRunKey, leases: { another: world.nowMs + 3_600_000 } };
  return {
    table: tableThat(({ input }) => {
      if (isRefused && input.Key?.pk === reconciliationRunKey.pk) throw new Error('The write failed.');
    }),
    giveAway: () => void table.client.send(new PutCommand({ TableName: table.name, Item })),
    refuse: () => {
      isRefused = true;
    },
    clear: () => table.client.send(new DeleteCommand({ TableName: table.name, Key: reconciliationRunKey })),
  };
}

/** The table behind a check of each request. */
function tableThat(check: (command: { readonly input: { readonly Key?: { readonly pk: string } } }) => void) {
  const send = async (command: Parameters<typeof check>[0]) => {
    check(command);
    return table.client.send(command as never);
  };
  const client = Object.assign(Object.create(table.client), { send });
  return { ...table, client } as Table;
}
