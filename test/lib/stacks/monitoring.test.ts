import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ENVIRONMENTS, synthesizedEnvironments } from '../../support/run/templates.ts';

const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const runbook = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const sectionOf = (heading: string) => runbook.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));

const environments = await synthesizedEnvironments();

describe.each(ENVIRONMENTS)('the alarms of %s', (name) => {
  const { stacks, ofType, outputOf } = environments[name];
  const alarms = stacks.Monitoring.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
  const composites = stacks.Monitoring.ofType('AWS::CloudWatch::CompositeAlarm').map(
    ({ Properties }) => Properties,
  );

  it('watch every dead-letter queue', () => {
    const deadLetterQueues = ofType('AWS::SQS::Queue').filter(({ Properties }) => !Properties.RedrivePolicy);

    const watched = alarms
      .filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(
        ({ Dimensions: [{ Value }] }) =>
          attribute.parse(outputOf(Value['Fn::GetStackOutput']))['Fn::GetAtt'][0],
      );

    expect(watched.sort()).toEqual(deadLetterQueues.map(({ id }) => id).sort());
  });

  it('say what they mean for people, and name a section of the runbook', () => {
    for (const { AlarmDescription } of [...alarms, ...composites]) {
      const [, impact, heading = ''] =
        /^Severity [12]\. (\w.{20,}\.) What to do: docs\/operations\.md#([\w-]+)$/.exec(AlarmDescription) ??
        [];

      expect(impact, AlarmDescription).toBeDefined();
      for (const part of ['Description', 'Investigation', 'Resolution'])
        expect(sectionOf(heading), AlarmDescription).toContain(`- **${part}.** `);
    }
  });

  it('notify the topic when they go off and when they end, by themselves or as a part of one composite alarm', () => {
    const rules = JSON.stringify(composites.map(({ AlarmRule }) => AlarmRule));
    const [topic] = stacks.Monitoring.ofType('AWS::SNS::Topic');

    for (const { id, Properties } of stacks.Monitoring.ofType('AWS::CloudWatch::Alarm')) {
      expect(rules.includes(`"${id}"`), id).toBe(Properties.AlarmActions === undefined);
      if (Properties.AlarmActions) expect(Properties.AlarmActions).toEqual([{ Ref: topic?.id }]);
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    }
    for (const { AlarmActions, OKActions } of composites)
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic?.id }], [{ Ref: topic?.id }]]);
  });
});
