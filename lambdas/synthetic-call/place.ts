import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { emitMetrics } from '../runtime/metrics/emit.ts';
import { tokenOfSyntheticCalls } from '../runtime/secrets.ts';
import { API_URL, SYNTHETIC_CALL_SECRET_ARN } from '../runtime/variables/resources.ts';
import { SYNTHETIC_CALL } from '../runtime/variables/synthetic-call.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { runSyntheticCall, type SyntheticResult } from './run-synthetic-call.ts';
import { ServiceApi } from './service-api.ts';

export const placeSyntheticCallWorker = defineWorker({
  stack: 'SyntheticCall',
  id: 'PlaceSyntheticCall',
  description: 'Places a call to a test number and checks its transcript and webhook',
  trigger: {
    by: 'clock',
    minutes: 'syntheticCall',
    deadLetters: {
      id: 'SyntheticCallDeadLetters',
      impact: 'It is unknown whether calls work: the synthetic call was not tried.',
      section: 'synthetic-call-not-tried',
    },
  },
  // Not in grants.ts, because its imports would include the schema of quotas.
  grants: [{ to: 'syntheticCallToken', variables: [SYNTHETIC_CALL_SECRET_ARN] }],
  variables: [API_URL, SYNTHETIC_CALL],
  // A minute for the call, and more for slow answers.
  timeoutSeconds: 120,
  memory: 256,
});

async function handle(_: unknown, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<SyntheticResult> {
  const token = await tokenOfSyntheticCalls();
  if (token === undefined) {
    logger.warn('The synthetic call is not set up: its secret has no access token');
    return { outcome: 'skipped', reason: 'the secret has no access token' };
  }
  const result = await runSyntheticCall({
    api: new ServiceApi(readVariable(API_URL), token),
    settings: readVariable(SYNTHETIC_CALL),
    key: `synthetic-${awsRequestId}`,
    now: systemClock,
    wait: (ms) => wait(ms),
  });
  tell(result);
  return result;
}

function tell(result: SyntheticResult): void {
  const { outcome } = result;
  if (outcome === 'skipped') logger.warn('The synthetic call was skipped', { ...result });
  else if (outcome === 'passed') logger.info('The synthetic call passed', { ...result });
  else logger.error('The synthetic call failed', { ...result });
  if (outcome !== 'skipped') emitMetrics({ SyntheticCallFailed: Number(outcome !== 'passed') });
}

export const handler = workerHandler(placeSyntheticCallWorker, handle);
