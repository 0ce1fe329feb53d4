import { MODEL_VARIABLES } from '../agents/language-models.ts';
import { TEST_PREFIX } from '../agents/store/keys.ts';
import { rememberedSnapshot } from '../agents/store/snapshots.ts';
import { putTestMark } from '../agents/store/test-marks.ts';
import { maxCallSeconds, maxMenuSilenceSeconds, maxSilenceSeconds } from '../conversation/model/settings.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { itemAccess, languageModels, ownQueue, tableAccess } from '../platform/grants.ts';
import { logger } from '../platform/logger.ts';
import { outboundAllowedNetworks } from '../platform/outbound/settings.ts';
import { type MessageHandling, messageConsumer } from '../platform/queue.ts';
import { postponeIn } from '../platform/queues.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { tokenReserve } from '../usage/store/day-use.ts';
import { DAY_USE_PREFIX } from '../usage/store/keys.ts';
import { vectorDatabase } from '../vector-databases/model/settings.ts';
import { TokenMeter } from '../vendors/llm/model-usage.ts';
import { repetitionsOf, statusOfRepetitions } from './model/repetitions.ts';
import { type CaseMessage, caseMessage, isCaseOver } from './model/test-run.ts';
import { callsServices, caseInput, errorCase, type PlayedCase, playCase } from './play-case.ts';
import { testCaseQueue } from './queues.ts';
import { leaveSlot, takeSlot } from './store/case-slots.ts';
import type { TestCaseKey } from './store/keys.ts';
import {
  claimCase,
  finishCase,
  loadInput,
  loadRepetitions,
  releaseCase,
  type StoredCase,
} from './store/test-cases.ts';
import { noteCaseOver } from './store/test-runs.ts';

const TIMEOUT_SECONDS = 300;

/** Seconds after which a case ends: before its function does. */
const PLAY_SECONDS = 270;

/** Seconds for which a worker claims a case: longer than its function may run, and shorter than its message is hidden. */
const CLAIM_SECONDS = 330;

const RETRY_SECONDS = 5;

/** Seconds that a case waits, times its attempts, while all slots of its user are taken: 41 hours in all. */
const WAIT_SECONDS = 30;

export const runCaseWorker = defineWorker({
  stack: 'Api',
  id: 'TestCases',
  description: 'Runs tests of agents',
  trigger: {
    by: 'queue',
    queue: testCaseQueue,
    visibility: { seconds: 600, because: 'A run waits for its last case.' },
    // Most are waits for other cases of the same user.
    maxAttempts: 100,
    maxConcurrency: 'background',
    deadLetterImpact: 'A run of tests never ends, because one of its cases was not run.',
  },
  // It writes neither calls nor other records.
  grants: [
    tableAccess(['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem']),
    itemAccess(['PutItem', 'UpdateItem'], [TEST_PREFIX, DAY_USE_PREFIX]),
    languageModels,
    ownQueue(testCaseQueue),
  ],
  variables: [
    ...MODEL_VARIABLES,
    vectorDatabase.apiUrl,
    outboundAllowedNetworks,
    maxCallSeconds,
    maxSilenceSeconds,
    maxMenuSilenceSeconds,
  ],
  timeoutSeconds: TIMEOUT_SECONDS,
  memory: 1024,
  handlesCalls: false,
});

interface CaseDependencies {
  readonly table: Table;
  readonly now: Clock;
  readonly play: typeof playCase;
}

type Handled = ReturnType<MessageHandling<CaseMessage>['handle']>;

/** Runs a case once, even if workers die. Postpones it while its user has too many under way, in favor of other users. */
export async function runCase(message: CaseMessage, dependencies: CaseDependencies, attempt = 1): Handled {
  const { table, now } = dependencies;
  const { user_id: userId } = message;
  const slot = await takeSlot(table, userId, { nowMs: now().getTime(), seconds: CLAIM_SECONDS });
  if (!slot) return { retryAfterSeconds: WAIT_SECONDS * attempt };
  try {
    return await runInSlot(message, dependencies);
  } finally {
    await leaveSlot(table, userId, slot);
  }
}

async function runInSlot(
  { user_id: userId, run_id: runId, number }: CaseMessage,
  { table, now, play }: CaseDependencies,
): Handled {
  const key = { userId, runId, number };
  const claim = await claimCase(table, key, { now: now(), seconds: CLAIM_SECONDS });
  if (claim.outcome === 'missing') return undefined;
  if (claim.outcome === 'taken') return { retryAfterSeconds: claim.seconds };
  const { row } = claim;
  const finish = ({ finish, result }: PlayedCase) =>
    finishCase(table, key, { row, finish, result, now: now() });
  if (claim.outcome === 'given_up')
    await finish(errorCase('The case could not be run: the service failed. Run it again.'));
  if (claim.outcome === 'claimed') {
    try {
      const played = await playedCase(key, row, { table, now, play });
      // A throttled write is no reason to play it again.
      await attemptUntil(() =>
        finish(played).catch((error: unknown) => {
          logger.warn('The result of a case could not be stored.', { runId, number, error });
          return undefined;
        }),
      );
    } catch (error) {
      logger.error('A case of a run could not be played.', { runId, number, attempt: row.attempt, error });
      await releaseCase(table, key, row);
      return { retryAfterSeconds: RETRY_SECONDS };
    }
  }
  // A repeated message also repairs what a worker left undone.
  await markRepetitions(table, key, { row, now: now() });
  await noteCaseOver(table, key, now());
  return undefined;
}

async function playedCase(
  key: TestCaseKey,
  { snapshot_id: snapshotId, agent_version, input: number, attempt }: StoredCase,
  { table, now, play }: CaseDependencies,
): Promise<PlayedCase> {
  const { userId } = key;
  const [input, snapshot] = await Promise.all([
    loadInput(table, { ...key, number }),
    rememberedSnapshot(table, { userId, snapshotId }),
  ]);
  if (!snapshot) throw new Error('The snapshot of a case is not stored.');
  if (attempt > 1 && callsServices(input))
    return errorCase('The service failed after the case may have called your services. Run it again.');
  return play(input, {
    table,
    userId,
    snapshot,
    meter: new TokenMeter(tokenReserve(table, userId, now)),
    version: agent_version ?? undefined,
    signal: AbortSignal.timeout(PLAY_SECONDS * 1000),
  });
}

/** Stores the outcome of a stored test with a version of an agent, once all repetitions have finished. */
async function markRepetitions(
  table: Table,
  key: TestCaseKey,
  { row, now }: { readonly row: StoredCase; readonly now: Date },
): Promise<void> {
  const { test_id, agent_id: agentId, agent_version: version, input: number } = row;
  if (test_id === null || version === null) return;
  const all = await loadRepetitions(table, key, row);
  // They may have been erased meanwhile.
  if (all.length < row.of || !all.every(isCaseOver)) return;
  const statuses = all.map((each) => each.status);
  const status = statusOfRepetitions(repetitionsOf(statuses, row.needed));
  // What the other repetitions left unchecked does not matter.
  const deciding = all.filter((each) => each.status === status);
  const not_checked = deciding.reduce((sum, each) => sum + each.not_checked, 0);
  const input = caseInput.parse(await loadInput(table, { ...key, number }));
  // An offline run may have skipped the point of the test.
  if (input.kind !== 'test' || input.offline) return;
  const common = { test_id, name: row.name, status, not_checked, run_id: key.runId, at: now.toISOString() };
  const mark = { ...common, test_hash: input.hash };
  await putTestMark(table, { userId: key.userId, agentId, version }, { mark, now });
}

export const handler = workerHandler(
  runCaseWorker,
  messageConsumer({
    step: 'run-case',
    read: (json) => caseMessage.parse(json),
    handle: (message, attempt) =>
      runCase(message, { table: stackTable(), now: systemClock, play: playCase }, attempt),
    postpone: postponeIn(testCaseQueue),
  }),
);
