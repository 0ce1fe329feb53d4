import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { EnvironmentStage } from '../../lib/environment-stage.ts';
import { projectContext } from '../../local/synthesize.ts';

const NAME = 'phone-call-agents-production-20261122T100000Z';
const STREAM = `arn:aws:dynamodb:us-east-1:123456789012:table/${NAME}/stream/2026-11-22T12:00:00.000`;
const config = { ...production, restoredTable: { name: NAME, streamArn: STREAM } };

const code = mkdtempSync(join(tmpdir(), 'function-'));
writeFileSync(join(code, 'index.js'), 'exports.handler = () => {};');
afterAll(() => rmSync(code, { recursive: true }));

describe('an environment with a restored table', () => {
  const app = new App({
    context: projectContext(),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  const stage = new EnvironmentStage(app, 'Production', { config, bundles: () => code });
  const stacks = stage.synth().stacks.map(({ template }) => Template.fromJSON(template));
  const ofType = (type: string) => stacks.flatMap((stack) => Object.values(stack.findResources(type)));

  it('consumes the stream of the restored one, and lets functions reach only it', () => {
    const streams = ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => Properties.StartingPosition !== undefined,
    );
    const policies = JSON.stringify(ofType('AWS::IAM::Role').map(({ Properties }) => Properties.Policies));
    const names = ofType('AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.Environment.Variables.TABLE_NAME ?? [],
    );

    expect(streams.map(({ Properties }) => Properties.EventSourceArn)).toEqual([STREAM, STREAM]);
    expect(policies).toContain(`:table/${NAME}`);
    expect(policies).not.toContain('phone-call-agents-production"');
    expect(new Set(names)).toEqual(new Set([NAME]));
  });
});
