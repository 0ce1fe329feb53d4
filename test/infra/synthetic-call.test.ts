import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../lib/config/check-config.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { production } from '../../lib/config/production.ts';
import { staging } from '../../lib/config/staging.ts';
import { deployedByPipeline } from '../../lib/deployed-by-pipeline.ts';
import { EnvironmentStage } from '../../lib/environment-stage.ts';
import { projectContext } from '../../local/synthesize.ts';

const code = mkdtempSync(join(tmpdir(), 'function-'));
writeFileSync(join(code, 'index.js'), 'exports.handler = () => {};');
afterAll(() => rmSync(code, { recursive: true }));

const syntheticCall = { everyMinutes: 30, to: '+15550001111', hears: 'test line' };
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

function synthesize(config: EnvironmentConfig) {
  const app = new App({
    context: projectContext(),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  deployedByPipeline(app, new EnvironmentStage(app, 'Production', { config, bundles: () => code }), config);
  const assembly = app.synth();
  const { stacks } = assembly.getNestedAssembly('assembly-Production');
  return new Map(
    [...stacks, ...assembly.stacks].map(({ stackName, template }) => [
      stackName,
      Template.fromJSON(template),
    ]),
  );
}

describe('an environment with synthetic calls', () => {
  const pipeline = { repository: 'owner/name' };
  const stacks = synthesize({ ...production, syntheticCall, pipeline });
  const stack = stacks.get('Production-SyntheticCall');
  const only = (type: string, of = stack) => {
    const [found, ...others] = Object.entries(of?.findResources(type) ?? {});
    expect(others).toEqual([]);
    return { id: found?.[0], properties: found?.[1].Properties };
  };

  it('has a function that the schedule invokes', () => {
    const { id, properties } = only('AWS::Lambda::Function');

    expect(only('AWS::Events::Rule').properties).toMatchObject({
      ScheduleExpression: 'rate(30 minutes)',
      Targets: [{ Arn: { 'Fn::GetAtt': [id, 'Arn'] } }],
    });
    expect(only('AWS::Lambda::EventInvokeConfig').properties).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 1800,
    });
    // The schedule fires again in five minutes at the earliest.
    expect(properties.Timeout).toBeLessThanOrEqual(150);
  });

  it('lets it know the number, the words and a bound of calls a day, and read its token: nothing else', () => {
    const { Variables } = only('AWS::Lambda::Function').properties.Environment;
    const policies = only('AWS::IAM::Role').properties.Policies;
    const actions = policies.flatMap(
      ({ PolicyDocument }: { PolicyDocument: { Statement: { Action: string | string[] }[] } }) =>
        PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );

    expect(JSON.parse(Variables.SYNTHETIC_CALL)).toEqual({
      to: '+15550001111',
      hears: 'test line',
      mostADay: 60,
    });
    expect(Object.keys(Variables).sort()).toEqual([
      'API_URL',
      'ENVIRONMENT',
      'LOGGED_USER_IDS',
      'POWERTOOLS_LOG_LEVEL',
      'POWERTOOLS_SERVICE_NAME',
      'SYNTHETIC_CALL',
      'SYNTHETIC_CALL_SECRET_ARN',
    ]);
    expect(actions.sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
      'sqs:SendMessage',
    ]);
    expect(only('AWS::SecretsManager::Secret').properties).toMatchObject({
      Name: 'phone-call-agents/production/synthetic-call',
      SecretString: '{}',
    });
  });

  it('raises an alarm when two calls in a row failed or were not tried, which says what to do', () => {
    const alarms = Object.values(
      stacks.get('Production-Monitoring')?.findResources('AWS::CloudWatch::Alarm') ?? {},
    ).map(({ Properties }) => Properties);
    const alarm = alarms.find(({ MetricName }) => MetricName === 'SyntheticCallFailed');

    expect(alarm).toMatchObject({
      Period: 1800,
      EvaluationPeriods: 2,
      Threshold: 0,
      TreatMissingData: 'breaching',
      ActionsEnabled: true,
    });
    for (const section of ['synthetic-call-failed', 'synthetic-call-not-tried']) {
      expect(alarms.some(({ AlarmDescription }) => AlarmDescription.endsWith(`#${section}`))).toBe(true);
      expect(runbook).toContain(`### ${section}\n\n- **Description.** `);
    }
  });

  it('shows on the dashboard whether calls pass and are tried, at their own interval', () => {
    const [dashboard] = Object.values(
      stacks.get('Production-Monitoring')?.findResources('AWS::CloudWatch::Dashboard') ?? {},
    );
    const body = JSON.stringify(dashboard?.Properties.DashboardBody).replaceAll('\\"', '"');

    const [graph] = body.split('"type":"metric"').filter((widget) => widget.includes('SyntheticCallFailed'));

    expect(graph).toContain('"title":"Do synthetic calls pass, and are they tried?"');
    expect(graph).toMatch(/"label":"tried","period":1800,"stat":"SampleCount"/);
    expect(graph).toMatch(/"label":"failed","period":1800,"stat":"Sum"/);
  });

  it('lets the pipeline invoke that function alone', () => {
    const roles = JSON.stringify(stacks.get('Production-DeployRole')?.findResources('AWS::IAM::Role'));

    expect(roles.match(/lambda:InvokeFunction/g)).toHaveLength(1);
    expect(roles).toContain(':function:Production-SyntheticCall-*');
    expect(stack?.findResources('AWS::Lambda::Function')).toEqual({
      [only('AWS::Lambda::Function').id!]: expect.anything(),
    });
  });
});

describe('an environment with a synthetic call a day', () => {
  const stacks = synthesize({ ...production, syntheticCall: { ...syntheticCall, everyMinutes: 1440 } });
  const stack = stacks.get('Production-SyntheticCall');

  it('places it by the schedule, and drops a run that is six hours late: Lambda keeps events no longer', () => {
    stack?.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 day)' });
    stack?.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumEventAgeInSeconds: 21_600 });
  });

  it('raises the alarm after two days without one', () => {
    stacks.get('Production-Monitoring')?.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'SyntheticCallFailed',
      Period: 86_400,
      EvaluationPeriods: 2,
    });
  });
});

describe('synthetic calls', () => {
  it('are not placed unless they are configured', () => {
    for (const config of [staging, production]) expect(config.syntheticCall).toBeUndefined();
    const stacks = synthesize({ ...production, pipeline: { repository: 'owner/name' } });

    expect([...stacks.keys()]).not.toContain('Production-SyntheticCall');
    expect(JSON.stringify([...stacks.values()].map((stack) => stack.toJSON()))).not.toMatch(/SyntheticCall/);
  });

  it.each([
    [{ everyMinutes: 4 }, 'syntheticCall.everyMinutes must be whole, from 5 to 1440'],
    [{ everyMinutes: 7.5 }, 'syntheticCall.everyMinutes must be whole'],
    [{ everyMinutes: 1441 }, 'syntheticCall.everyMinutes must be whole'],
    [{ to: '5550001111' }, 'syntheticCall.to must be a number in E.164'],
    [{ to: '' }, 'syntheticCall.to must be a number in E.164'],
    [{ hears: ' ' }, 'syntheticCall.hears must be words'],
    [{ hears: 'x'.repeat(101) }, 'syntheticCall.hears must be words'],
  ])('cannot be configured with %j', (wrong, sentence) => {
    const config = { ...production, syntheticCall: { ...syntheticCall, ...wrong } };

    expect(() => checkConfig(config)).toThrow(sentence);
  });
});
