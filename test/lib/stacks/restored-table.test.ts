import { expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import { stageTemplates } from '../../support/run/stage-templates.ts';

const NAME = 'phone-call-agents-production-20261122T100000Z';
const STREAM = `arn:aws:dynamodb:us-east-1:123456789012:table/${NAME}/stream/2026-11-22T12:00:00.000`;

it('an environment with a restored table consumes its stream, and lets functions reach only it', () => {
  const stacks = Object.values(
    stageTemplates({ ...production, restoredTable: { name: NAME, streamArn: STREAM } }),
  );
  const ofType = (type: string) => stacks.flatMap((stack) => Object.values(stack.findResources(type)));

  const streams = ofType('AWS::Lambda::EventSourceMapping').filter(
    ({ Properties }) => Properties.StartingPosition !== undefined,
  );
  const policies = JSON.stringify(ofType('AWS::IAM::Role').map(({ Properties }) => Properties.Policies));
  const names = ofType('AWS::Lambda::Function').flatMap(
    ({ Properties }) => Properties.Environment.Variables.TABLE_NAME ?? [],
  );
  expect(streams.map(({ Properties }) => Properties.EventSourceArn)).toEqual([STREAM, STREAM]);
  // Events and audit entries of changes made before the functions exist are not lost.
  expect(streams.map(({ Properties }) => Properties.StartingPosition)).toEqual([
    'TRIM_HORIZON',
    'TRIM_HORIZON',
  ]);
  expect(policies).toContain(`:table/${NAME}`);
  expect(policies).not.toContain('phone-call-agents-production"');
  expect(new Set(names)).toEqual(new Set([NAME]));
});
