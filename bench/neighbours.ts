import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { backgroundPaths, CALLS_OF_BATCH } from '../test/support/neighbours/background-paths.ts';
import { type Neighbours, neighboursOf, type WatchedUser } from '../test/support/neighbours/neighbours.ts';
import { cheapRequest, sendTo } from '../test/support/neighbours/operation-requests.ts';
import { groupOf, type Operation, operations } from '../test/support/openapi/document.ts';
import type { PlainRequest } from '../test/support/service/plain-requests.ts';
import { startService } from '../test/support/service/service-process.ts';
import { type Compared, compare } from './neighbours/compare.ts';
import { compareReconciliation, LOST_CALLS } from './neighbours/lost-calls.ts';
import { percentile } from './statistics.ts';
import { type Cell, number, type Table, verdict } from './table.ts';
import { UNLIMITED_QUOTAS } from './unthrottled.ts';

/** The limits of each user. Production's are far above what a laptop can carry, and would protect nobody on it. */
const LIMITS = {
  USER_REQUESTS_PER_SECOND: '20',
  USER_REQUESTS_AT_ONCE: '20',
  MAX_OPEN_CALLS: '10',
  // A measurement makes more records than an hour of work.
  QUOTAS: JSON.stringify(UNLIMITED_QUOTAS),
};
/** The share of real time that speech takes. */
const CARRIER_PACE = 0.25;
/** The victim sends one request after another, at half the limit; the attacker ten times the limit. */
const REQUESTS = { rounds: 3, samples: 20, workPaceMs: 100, lanes: 10, paceMs: 50 };
/** Milliseconds after which the victim asks again how far its work is: within its limit too. */
const POLL_MS = 60;
/** Background work takes seconds, mostly waiting. The attacker asks for ten times as many calls at once as it may have. */
const BACKGROUND = { rounds: 3, samples: 3, workPaceMs: 0, lanes: 10, paceMs: 100 };
/** Attempts of a preparation, a second apart. */
const MAX_PATIENCE = 30;
/** Characters of a failure's reason that are printed. */
const REASON_LENGTH = 200;
/** The largest ratio of the victim's 99th percentile with a flood to the quiet one. */
const MAX_RATIO = 2;

/** Measures the effect of one user's flood on another user: for each group of operations, and each background path. */
export async function measureNeighbours(): Promise<readonly Table[]> {
  const args = ['--environment', 'production'];
  const service = await startService({
    args,
    env: { ...LIMITS, CARRIER_PACE: String(CARRIER_PACE), RECONCILE_SECONDS: '1' },
  });
  try {
    const neighbours = neighboursOf(service.connection, POLL_MS);
    const requests = await compareGroups(neighbours);
    const background = await compareBackground(neighbours);
    return [
      {
        title: 'A neighbour’s requests',
        note:
          `Requests of one user, one after another, alone and while another user sends the same ones over ${REQUESTS.lanes} connections, at most ${(REQUESTS.lanes * 1000) / REQUESTS.paceMs} a second; ` +
          `${NOTE} Left out are operations that cannot be repeated (deletions) and those that cost money, which the tests in test/attacks/ flood.`,
        columns: COLUMNS,
        rows: requests.map(rowOf),
      },
      {
        title: 'A neighbour’s work in the background',
        note:
          `From the request until the work is done: the call over, the event delivered, the recording kept. The other user asks for the same over ${BACKGROUND.lanes} connections, at most ${(BACKGROUND.lanes * 1000) / BACKGROUND.paceMs} times a second, ` +
          `${CALLS_OF_BATCH} calls each time for dialling. Reconciliation is behind ${LOST_CALLS} lost calls, and its times include the minute that it waits for. ${NOTE}`,
        columns: COLUMNS,
        rows: background.map(rowOf),
      },
    ];
  } finally {
    await service.stop();
    rmSync(service.data, { recursive: true, force: true });
  }
}

const NOTE = `Goals: p99 at most ${MAX_RATIO} times the quiet one, and no work that fails.`;

const COLUMNS = [
  'what',
  'samples',
  'flood',
  'quiet p50, ms',
  'quiet p99, ms',
  'beside p50, ms',
  'beside p99, ms',
  'p50 ratio',
  'p99 ratio',
  'failed',
  'goal',
];

interface Prepared {
  readonly operation: Operation;
  readonly request: PlainRequest;
}

async function compareGroups(neighbours: Neighbours): Promise<readonly Compared[]> {
  const { attacker, victim } = neighbours;
  const results: Compared[] = [];
  for (const [group, members] of Map.groupBy(operations.filter(canBeRepeated), groupOf)) {
    const prepare = async (user: WatchedUser) => {
      const prepared: Prepared[] = [];
      for (const operation of members) {
        const request = await patiently(() => cheapRequest(operation, user));
        prepared.push({ operation, request });
      }
      return prepared;
    };
    const [own, theirs] = [await prepare(victim), await prepare(attacker)];
    const send = async (user: WatchedUser, { operation, request }: Prepared) => {
      const { status } = await sendTo(operation, user, request);
      if (status !== 200) throw new Error(`${operation.id} answered ${status}`);
    };
    const of = (all: readonly Prepared[], index: number) => at(all, index % all.length);
    const contest = {
      name: group,
      work: (sample: number) => send(victim, of(own, sample)),
      attack: (unit: number) => send(attacker, of(theirs, unit)),
    };
    results.push(told(await compare(contest, REQUESTS)));
  }
  return results;
}

/** Prepares a measurement. Tries again while the user exceeds a limit. */
async function patiently<T>(prepare: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prepare();
    } catch (error) {
      if (attempt === MAX_PATIENCE || !String(error).includes('429')) throw error;
      await wait(1_000);
    }
  }
}

/** Whether an operation can be repeated without cost. */
function canBeRepeated({ method, path }: Operation): boolean {
  if (path === '/v1/calls/recording' || path === '/v1/calls/create') return false;
  return method === 'GET' || /\/(create|update)$/.test(path);
}

async function compareBackground(neighbours: Neighbours): Promise<readonly Compared[]> {
  const results: Compared[] = [];
  for (const [name, make] of Object.entries(backgroundPaths)) {
    const path = await patiently(() => make(neighbours));
    results.push(told(await compare({ name, work: path.work, attack: path.attack }, BACKGROUND)));
    await path.close?.();
  }
  results.push(told(await compareReconciliation(neighbours)));
  return results;
}

/** Prints each comparison, including the reasons of failures. */
function told(compared: Compared): Compared {
  const { name, quiet, beside, failures } = compared;
  const times = (all: readonly number[]) =>
    [0.5, 0.99].map((p) => Math.round(percentile(all, p))).join(' and ');
  console.error(`${name}: p50 and p99 ${times(quiet)} ms quiet, ${times(beside)} ms beside the flood.`);
  for (const reason of new Set(failures)) console.error(`${name}: ${reason.slice(0, REASON_LENGTH)}`);
  return compared;
}

function at<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) throw new Error('The group has no operation that can be repeated.');
  return found;
}

function rowOf({ name, quiet, beside, failures, sent }: Compared): readonly Cell[] {
  const ratio = (p: number) => percentile(beside, p) / percentile(quiet, p);
  const times = [quiet, beside].flatMap((all) => [0.5, 0.99].map((p) => number(percentile(all, p))));
  return [
    name,
    number(quiet.length),
    number(sent),
    ...times,
    number(ratio(0.5), 1),
    number(ratio(0.99), 1),
    number(failures.length),
    failures.length > 0 ? '**MISSED**' : verdict(ratio(0.99), MAX_RATIO),
  ];
}
