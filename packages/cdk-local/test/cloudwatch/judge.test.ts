import { describe, expect, it } from 'vitest';
import type { AlarmState } from '../../src/cloudwatch/alarms/alarm.ts';
import { judge, type MissingData } from '../../src/cloudwatch/alarms/judge.ts';

/** `X` breaches, `0` does not, `-` is missing; the oldest first. */
const valuesOf = (text: string) => [...text].map((each) => (each === '-' ? undefined : Number(each === 'X')));

const isBreaching = (value: number) => value > 0;

/** The examples of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html */
const THREE_OF_THREE: readonly [string, Record<MissingData, AlarmState | 'same'>][] = [
  ['0-X-X', { missing: 'OK', ignore: 'OK', breaching: 'OK', notBreaching: 'OK' }],
  ['----0', { missing: 'OK', ignore: 'same', breaching: 'OK', notBreaching: 'OK' }],
  ['-----', { missing: 'INSUFFICIENT_DATA', ignore: 'same', breaching: 'ALARM', notBreaching: 'OK' }],
  ['0XX-X', { missing: 'ALARM', ignore: 'ALARM', breaching: 'ALARM', notBreaching: 'ALARM' }],
  ['--X--', { missing: 'ALARM', ignore: 'same', breaching: 'ALARM', notBreaching: 'OK' }],
];

describe('judge', () => {
  it.each(
    THREE_OF_THREE.flatMap(([text, states]) =>
      Object.entries(states).map(([missing, state]) => [text, missing as MissingData, state] as const),
    ),
  )('decides three of three of %s with %s data: %s', (text, missing, state) => {
    const criterion = { evaluationPeriods: 3, datapointsToAlarm: 3, missing, isBreaching };
    for (const present of ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const)
      expect(judge(valuesOf(text), present, criterion)).toBe(state === 'same' ? present : state);
  });

  it.each([
    ['00X0X', 'ALARM'],
    ['XX00X', 'OK'],
    ['-X-0X', 'ALARM'],
    ['X---X', 'ALARM'],
    ['----X', 'OK'],
  ])('decides two of three of %s: %s', (text, state) => {
    const criterion = {
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      missing: 'notBreaching',
      isBreaching,
    } as const;
    expect(judge(valuesOf(text), 'OK', criterion)).toBe(state);
  });

  it('does not raise for a single early breach among missing values', () => {
    const criterion = {
      evaluationPeriods: 3,
      datapointsToAlarm: 3,
      missing: 'missing',
      isBreaching,
    } as const;
    expect(judge(valuesOf('----X'), 'OK', criterion)).toBe('OK');
  });
});
