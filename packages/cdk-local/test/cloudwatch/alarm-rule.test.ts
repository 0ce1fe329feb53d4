import { describe, expect, it } from 'vitest';
import { parseAlarmRule } from '../../src/cloudwatch/alarms/alarm-rule.ts';

const isMet = (rule: string) =>
  parseAlarmRule(rule)((alarm) => (alarm === 'arn:aws:alarm:up' || alarm === 'up' ? 'ALARM' : 'OK'));

describe('parseAlarmRule', () => {
  it.each([
    ['ALARM("up")', true],
    ['ALARM("arn:aws:alarm:up")', true],
    ['ALARM(arn:aws:alarm:up)', true],
    ['ALARM("down")', false],
    ['OK("down")', true],
    ['INSUFFICIENT_DATA("down")', false],
    ['(ALARM("down") OR ALARM("up"))', true],
    ['ALARM("down") OR ALARM("up") AND OK("up")', false],
    ['NOT ALARM("up") OR FALSE', false],
    ['NOT (ALARM("down") AND TRUE)', true],
  ])('%s is %s', (rule, met) => {
    expect(isMet(rule)).toBe(met);
  });

  it.each(['', 'ALARM("a"', 'ALARM("a") OK("b")', 'AT_LEAST(1, ALARM, ("a"))'])('refuses "%s"', (rule) => {
    expect(() => parseAlarmRule(rule)).toThrow();
  });
});
