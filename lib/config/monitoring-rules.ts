import { isAlarm } from './alarm-thresholds.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import type { Rule } from './rule.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const PAGER = /^https:\/\/[^\s/]+\.[^\s/]+/;

/** The rules for monitoring: alarms, dashboard and budget. */
export function monitoringRules(config: EnvironmentConfig): Rule[] {
  const { alarmAddresses = [], alarmThresholds, budget, dashboard, metrics } = config;
  return [
    ...Object.entries(alarmThresholds).flatMap(([name, threshold]): Rule[] => [
      [
        `alarmThresholds.${name}`,
        // Node.js does not check types, and nobody would miss the alarm.
        isAlarm(name),
        'must have the name of an alarm: lib/config/alarm-thresholds.ts lists them',
      ],
      [
        `alarmThresholds.${name}`,
        Number.isFinite(threshold) && threshold >= 0,
        'must be a number of at least 0',
      ],
    ]),
    ...alarmAddresses.map(
      (address, index): Rule => [
        `alarmAddresses[${index}]`,
        EMAIL.test(address) || PAGER.test(address),
        'must be an e-mail address or an https URL',
      ],
    ),
    [
      'alarmAddresses',
      config.alarms || alarmAddresses.length === 0,
      'must be empty while alarms is false: nobody would be told',
    ],
    [
      'metrics',
      metrics || (!dashboard && Object.keys(alarmThresholds).length === 0),
      'must be true for alarmThresholds and the dashboard: they would show nothing',
    ],
    [
      'budget.usdAMonth',
      !budget || (Number.isFinite(budget.usdAMonth) && budget.usdAMonth > 0),
      'must be more than 0',
    ],
  ];
}
