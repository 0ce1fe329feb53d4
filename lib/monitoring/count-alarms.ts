import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { FailureAlarm } from './failed-work-alarms.ts';
import { ownMetric } from './sources.ts';

const HOURLY = { minutes: 60 };

/** The alarms on what the service counts because a single user is affected. They need the configuration's `metrics`. */
export function countAlarms(config: EnvironmentConfig): readonly FailureAlarm[] {
  return [
    {
      section: 'quota-shares-passed',
      impact: 'A user has used 80 % or all of a quota, and is refused above it.',
      metric: ownMetric(config, 'QuotaSharesPassed', HOURLY),
    },
    {
      section: 'deliveries-given-up',
      impact: 'A user’s system did not get an event in any of the attempts.',
      metric: ownMetric(config, 'DeliveriesGivenUp', HOURLY),
    },
    {
      section: 'webhooks-switched-off',
      impact: 'A user’s system gets no events until its owner enables the webhook again.',
      metric: ownMetric(config, 'WebhooksSwitchedOff', HOURLY),
    },
  ];
}
