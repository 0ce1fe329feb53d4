import type { AlarmState } from './alarm.ts';

/** How an alarm treats periods without a value. */
export type MissingData = 'breaching' | 'notBreaching' | 'ignore' | 'missing';

/** The condition that raises an alarm. */
export interface Criterion {
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly missing: MissingData;
  readonly isBreaching: (value: number) => boolean;
}

/** Further periods that CloudWatch considers, in its documentation's examples. */
const FURTHER_PERIODS = 2;

/** The periods whose values an alarm considers. */
export const rangeOf = (evaluationPeriods: number): number => evaluationPeriods + FURTHER_PERIODS;

/**
 * The state that follows from the values of successive periods, oldest first. The latest existing values decide, even
 * if they are older, if the range contains enough of them; otherwise missing values count as the alarm says.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
export function judge(
  values: readonly (number | undefined)[],
  present: AlarmState,
  { evaluationPeriods, datapointsToAlarm, missing, isBreaching }: Criterion,
): AlarmState {
  const found = values.filter((value) => value !== undefined).slice(-evaluationPeriods);
  const lacking = evaluationPeriods - found.length;
  const breaching = found.filter(isBreaching).length + (missing === 'breaching' ? lacking : 0);
  if (lacking === 0 || missing === 'breaching' || missing === 'notBreaching')
    return breaching >= datapointsToAlarm ? 'ALARM' : 'OK';
  if (found.length === 0) return missing === 'ignore' ? present : 'INSUFFICIENT_DATA';
  if (missing === 'ignore') return present;
  if (breaching < found.length) return 'OK';
  // All existing values breach the threshold: that suffices once they are old enough.
  const age = values.length - values.findIndex((value) => value !== undefined);
  return age >= datapointsToAlarm ? 'ALARM' : present;
}
