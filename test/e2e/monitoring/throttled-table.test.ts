import { afterAll, beforeAll, expect, it } from 'vitest';
import { production } from '../../../lib/config/production.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

/** Write units a second of one partition key, instead of 1,000: a few requests of a user exhaust them. */
const WRITES = 20;
/** Minutes of a period of the alarm, and periods in a row that raise it. */
const PERIOD = 5;
const PERIODS = 3;
/** Throttled writes of a period that are too many. */
const TOO_MANY = production.alarmThresholds['table-throttled'] ?? 0;

const THROTTLED = {
  namespace: 'AWS/DynamoDB',
  name: 'WriteThrottleEvents',
  dimensions: { TableName: 'phone-call-agents-production' },
};

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({}, { limits: { dynamodb: { partitionWrites: WRITES } } });
}, 240_000);
afterAll(() => service.close());

const alarm = () =>
  service.runtime.cloudWatch.alarms().find(({ description }) => description.endsWith('#table-throttled'));

/** Requests of one user at once, until DynamoDB has throttled enough of their writes. */
async function exhaustPartition(): Promise<void> {
  const { cloudWatch } = service.runtime;
  const throttled = () => cloudWatch.statistic(THROTTLED, 'Sum', PERIOD) ?? 0;
  await until('throttled writes', async () => {
    const voice = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
    await Promise.all(Array.from({ length: WRITES }, () => service.api.post('/v1/voices/create', voice)));
    return throttled() > TOO_MANY || { waitingFor: throttled() };
  });
}

it('the alarm on throttles of the table is raised by a user whose writes exceed a partition, and ends', async () => {
  const { cloudWatch } = service.runtime;
  cloudWatch.pass(PERIODS * PERIOD);
  expect(alarm()?.state).toBe('OK');

  for (let period = 0; period < PERIODS; period++) {
    await exhaustPartition();
    cloudWatch.pass(PERIOD);
  }
  expect(alarm()?.state).toBe('ALARM');

  // Reconciliation writes every minute, so that the alarm has values without a throttle.
  await until('the end of the alarm', () => {
    cloudWatch.pass(PERIOD);
    return alarm()?.state === 'OK' || { waitingFor: alarm() };
  });
}, 240_000);
