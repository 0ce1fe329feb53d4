// The table refuses the transactions of new calls, or the process dies between them.
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { logger } from '../../../lambdas/platform/logger.ts';
import { stackTable } from '../../../lambdas/platform/table/table.ts';
import { loadCounts } from '../../../lambdas/usage/store/open-calls.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { Conflicts } from '../../support/table/conflicts.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

let numbers = 0;

const api = await FunctionApi.ofFile();
const conflicts = new Conflicts(stackTable());

/**
 * The number of transactions after which the process dies without their answer; with 0, before the first. @default it
 * lives
 */
let transactionsLeft = Number.POSITIVE_INFINITY;
let isDead = false;

function revive(): void {
  transactionsLeft = Number.POSITIVE_INFINITY;
  isDead = false;
}

beforeAll(() => {
  stackTable().client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const isTransaction = commandName.startsWith('TransactWrite');
        if (isTransaction && transactionsLeft === 0) isDead = true;
        if (isDead) throw new Error('died');
        const done = await next(args);
        if (isTransaction) transactionsLeft -= 1;
        isDead = isTransaction && transactionsLeft === 0;
        if (isDead) throw new Error('died');
        return done;
      },
    { step: 'initialize', name: 'Death' },
  );
});

afterEach(() => {
  conflicts.clear();
  revive();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A new user with a number and an agent; the user's clock advances on its own. */
async function customer() {
  const own = api.ofAnotherUser();
  numbers += 1;
  const from_number = `+1555000${1000 + numbers}`;
  await addHeldNumber(own, from_number);
  const made = { prompt: { content: 'SPEC' }, voice: { type: 'voice_builtin', voice_id: 'default' } };
  const agent: string = (await own.created('agents', made)).id;
  return { own, common: { from_number, agent } };
}

const openCallsOf = async ({ table, user }: FunctionApi) => (await loadCounts(table, user)).open_calls;

/** The log of a request that was refused because of conflicts. */
const REFUSAL = [
  'Write contention, answered 429.',
  { error: expect.objectContaining({ name: 'StillBusy' }) },
];

it.each([
  ['calls/create', { to_number: '+15550002222' }],
  ['calls/batch', { recipients: [{ to_number: '+15550002222' }] }],
])(
  'a new call while the table stays busy is refused with the time to wait, and can be stored later: %s',
  async (operation, callee) => {
    const { own, common } = await customer();
    const body = { ...common, ...callee };

    const warn = vi.spyOn(logger, 'warn');
    conflicts.keepRefusing('cancelled: TransactionConflict');
    const refused = await own.run(operation, { body });
    conflicts.clear();
    const between = await openCallsOf(own);
    const later = await own.run(operation, { body });

    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '2' },
      body: { detail: [{ loc: [], type: 'too_many_at_once' }] },
    });
    expect(warn.mock.calls).toEqual([REFUSAL]);
    expect(later.status).toBe(200);
    expect([between, await openCallsOf(own)]).toEqual([0, 1]);
  },
  60_000,
);

/** Three transactions of calls. */
const SIZE = 100;

it.each([
  0, 1, 2,
])('a batch whose process dies after %s transactions is completed by its repeat without a key, with each call once', async (done) => {
  const { own, common } = await customer();
  const recipients = Array.from({ length: SIZE }, (_, index) => ({
    to_number: `+1555${done}00${1000 + index}`,
  }));
  const request = { body: { ...common, recipients } };

  transactionsLeft = done;
  const died = await own.run('calls/batch', request);
  revive();
  const stored = await newestCalls(own);
  const early = await own.run('calls/batch', request);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FUNCTION_MS });
  const repeat = await own.run('calls/batch', request);
  const again = await own.run('calls/batch', request);
  const ids: string[] = repeat.body.results.map(({ id }: { id: string }) => id);

  expect([died.status, early.status, repeat.status, again.status]).toEqual([500, 409, 200, 409]);
  expect([early, again].map(({ body }) => body.detail[0].type)).toEqual([
    'request_in_progress',
    'repeated_batch',
  ]);
  expect(stored).toHaveLength([0, 48, 96][done] ?? 0);
  expect(new Set(ids).size).toBe(SIZE);
  expect(ids).toEqual(expect.arrayContaining(stored));
  expect((await newestCalls(own)).sort()).toEqual([...ids].sort());
  // The calls that were counted and not stored, until their user has too many.
  expect(await openCallsOf(own)).toBe(done === 0 ? SIZE + 48 : SIZE);
  const { body: call } = await own.run('calls/get', { query: { id: ids[0] } });
  expect(call.agent.prompt).toBe('SPEC');
}, 60_000);

/** Milliseconds for which a running request owns its claim. */
const FUNCTION_MS = 10_001;

/** The ids of the user's newest 100 calls. */
async function newestCalls(of: FunctionApi): Promise<string[]> {
  const { body } = await of.run('calls/list', { query: { size: '100' } });
  return body.map(({ id }: { id: string }) => id);
}
