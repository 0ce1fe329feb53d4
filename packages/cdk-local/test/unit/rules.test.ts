import { describe, expect, it } from 'vitest';
import { readRules } from '../../src/aws/events/rule.ts';
import { resource } from '../support/resources.ts';

const ruleOf = (source: readonly string[]) =>
  resource('AWS::Events::Rule', 'Rule', {
    attributes: { Arn: 'arn:aws:events:us-east-1:000000000000:rule/rule' },
    properties: { EventPattern: { source }, Targets: [{ Arn: 'a-topic-of-sns', Id: 'Target' }] },
  });

describe('rules', () => {
  it('are nothing that local events meet, if they match events of AWS’s services alone', () => {
    expect(readRules([ruleOf(['aws.backup', 'aws.s3'])])).toEqual([]);
  });

  it.each([
    [['calls']],
    [['aws.backup', 'calls']],
    [[]],
  ])('are refused by name, if they lead to what the local runtime cannot send to: %j', (source) => {
    expect(() => readRules([ruleOf(source)])).toThrow(
      'Test/Rule (AWS::Events::Rule): the local runtime cannot send events to a-topic-of-sns',
    );
  });
});
