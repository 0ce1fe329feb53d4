import { PLATFORM_MODELS } from '../agents/model/platform-models.ts';
import { reconcileSeconds } from '../calls/model/settings.ts';
import { LAW_VARIABLES } from '../calls/store/dial-permission.ts';
import { systemClock } from '../platform/clock.ts';
import { tableAccess } from '../platform/grants.ts';
import { freshSource } from '../platform/ids.ts';
import { logger } from '../platform/logger.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { PRICES } from '../usage/model/prices.ts';
import { concurrentPerUser } from '../usage/model/settings.ts';
import { OPEN_CALLS_INDEX } from '../usage/store/keys.ts';
import { placeAttempts } from './requests/place-attempts.ts';
import { resultsIn } from './result-of-attempt.ts';
import { type CampaignDependencies, runCampaign } from './run-campaign.ts';
import { CAMPAIGNS, campaignOf } from './store/keys.ts';
import { findDue } from './store/progress.ts';

export const runCampaignsWorker = defineWorker({
  stack: 'Calls',
  id: 'Campaigns',
  description: 'Runs the campaigns that are due',
  trigger: {
    by: 'clock',
    minutes: 1,
    maxConcurrency: 1,
    deadLetters: {
      id: 'CampaignsDeadLetters',
      impact: 'Campaigns place no further calls.',
      section: 'campaigns',
    },
  },
  grants: [
    tableAccess(
      ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      [OPEN_CALLS_INDEX],
    ),
  ],
  variables: [PLATFORM_MODELS, concurrentPerUser, reconcileSeconds, PRICES, ...LAW_VARIABLES],
  // Less than the time between two runs.
  timeoutSeconds: 55,
  memory: 1024,
});

/** Milliseconds that must be left to begin with a campaign. */
const RESERVE_MS = 15_000;

const PAGE = 100;

/** Campaigns that are looked at at once. */
const AT_ONCE = 8;

function campaignDependencies(table: Table): CampaignDependencies {
  const source = freshSource(systemClock);
  return {
    ...source,
    table,
    place: (campaign, planned) => placeAttempts(table, campaign, planned, source),
    resultOf: resultsIn(table, source.now),
  };
}

/** Looks at the due campaigns in pages, longest due first. One that fails does not keep the others. */
async function runDueCampaigns(timeLeftMs: () => number): Promise<void> {
  const dependencies = campaignDependencies(stackTable());
  const { table, now } = dependencies;
  const until = now();
  for (;;) {
    const pending = (await findDue(table, CAMPAIGNS, { until, limit: PAGE })).map(({ pk }) => campaignOf(pk));
    const isFull = pending.length === PAGE;
    const work = async () => {
      while (timeLeftMs() > RESERVE_MS) {
        const key = pending.shift();
        if (!key) return;
        await runCampaign(key, dependencies).catch((error: unknown) =>
          logger.error('A campaign could not be run.', { ...key, error }),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (!isFull || pending.length > 0) return;
  }
}

export const handler = workerHandler(
  runCampaignsWorker,
  (_: unknown, context: { getRemainingTimeInMillis(): number }) =>
    runDueCampaigns(() => context.getRemainingTimeInMillis()),
);
