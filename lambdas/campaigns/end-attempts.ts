import * as z from 'zod/mini';
import { eventConsumer } from '../events/event-consumer.ts';
import { systemClock } from '../platform/clock.ts';
import { tableAccess } from '../platform/grants.ts';
import { stackTable } from '../platform/table/table.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { PRICES } from '../usage/model/prices.ts';
import { resultsIn } from './result-of-attempt.ts';
import { endAttempt } from './run-campaign.ts';

export const endAttemptsWorker = defineWorker({
  stack: 'Calls',
  id: 'CampaignCalls',
  description: 'Ends the attempts of campaigns',
  trigger: {
    by: 'event',
    typePrefix: 'campaign_',
    maxAttempts: 5,
    deadLetterImpact: 'The attempt of a campaign ends some minutes late.',
    maxConcurrency: 2,
  },
  grants: [tableAccess(['GetItem', 'UpdateItem'])],
  variables: [PRICES],
});

const ended = z.object({ campaign_id: z.string(), recipient: z.string() });

export const handler = workerHandler(
  endAttemptsWorker,
  eventConsumer({
    async handle({ user_id: userId, call_id: callId, payload }) {
      const { campaign_id: campaignId, recipient: number } = ended.parse(payload);
      const table = stackTable();
      const dependencies = { table, now: systemClock, resultOf: resultsIn(table, systemClock) };
      await endAttempt({ userId, campaignId }, { number, callId }, dependencies);
      return undefined;
    },
  }),
);
