import { runInNewContext } from 'node:vm';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Grant, tableAccess } from '../../../lambdas/platform/grants.ts';
import { workers } from '../../../lambdas/workers.ts';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import production from '../../support/environments/production.ts';
import { newStage, stageTemplates } from '../../support/run/stage-templates.ts';
import { type Resource, synthesizedEnvironments } from '../../support/run/templates.ts';

const environments = await synthesizedEnvironments();

const GRADUAL = Object.keys(workers).filter((entry) =>
  /^(calls\/(callbacks|relay)|tokens|deliveries)\//.test(entry),
);

const entryOf = ({ Properties }: Resource): string =>
  Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
const idIn = (value: unknown): string => /"Ref":"([^"]+)"/.exec(JSON.stringify(value))?.[1] ?? '';

describe('the functions of conversations, callbacks, deliveries and the authorizer in production', () => {
  const { stacks, ofType } = environments.Production;
  const functions = ofType('AWS::Lambda::Function');
  const gradual = functions.filter((each) => GRADUAL.includes(entryOf(each)));
  const aliases = ofType('AWS::Lambda::Alias');
  const groups = ofType('AWS::CodeDeploy::DeploymentGroup');
  const groupOf = (alias: Resource) => {
    const update = alias.UpdatePolicy?.CodeDeployLambdaAliasUpdate;
    return groups.find(({ id }) => id === idIn(update.DeploymentGroupName));
  };

  it('are invoked by their aliases only', () => {
    const isGradual = (value: unknown) =>
      gradual.some(({ id }) => new RegExp(`"${id}"|"${id.slice(0, -8)}Alias`).test(JSON.stringify(value)));
    const invoking = [
      ...ofType('AWS::ApiGateway::Method').map(({ Properties }) => Properties.Integration?.Uri),
      ...ofType('AWS::ApiGateway::Authorizer').map(({ Properties }) => Properties.AuthorizerUri),
      ...ofType('AWS::ApiGatewayV2::Integration').map(({ Properties }) => Properties.IntegrationUri),
      ...ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties.FunctionName),
      ...ofType('AWS::Lambda::Permission').map(({ Properties }) => Properties.FunctionName),
    ].filter(isGradual);

    expect(invoking.length).toBeGreaterThanOrEqual(GRADUAL.length);
    for (const way of invoking) expect(JSON.stringify(way)).toMatch(/:live|Aliaslive/);
  });

  it('roll back if the new version fails, or people notice a fault', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    const felt = stacks.Monitoring.ofType('AWS::CloudWatch::Alarm').map(
      ({ Properties }) => Properties.AlarmName,
    );

    for (const alias of aliases) {
      const { AlarmConfiguration, AutoRollbackConfiguration } = groupOf(alias)!.Properties;
      const names: unknown[] = AlarmConfiguration.Alarms.map(({ Name }: { Name: unknown }) => Name);
      const own = alarms.filter(({ id }) =>
        names.some((each) => typeof each !== 'string' && idIn(each) === id),
      );
      const shared = names.filter((each) => typeof each === 'string');

      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      expect(own.length + shared.length).toBe(names.length);
      // An alarm of the version that the alias is about to lead to.
      for (const each of own)
        expect(JSON.stringify(each.Properties)).toContain(alias.Properties.FunctionVersion['Fn::GetAtt'][0]);
      expect(own.map(({ id }) => id)).toContainEqual(expect.stringMatching(/VersionFails/));
      expect(shared.length).toBeGreaterThan(0);
      expect(felt).toEqual(expect.arrayContaining(shared));
    }
  });
});

describe('the rollout of the authorizer', () => {
  const { ofType } = environments.Production.stacks.Api;
  const [authorizer] = ofType('AWS::ApiGateway::Authorizer');
  const [alarm] = ofType('AWS::CloudWatch::Alarm');
  const isRolledBack = (counts: Readonly<Record<string, number>>): boolean => {
    const { Metrics, Threshold } = alarm!.Properties;
    const { Expression } = Metrics.find((each: { Expression?: string }) => each.Expression);
    const IF = (condition: boolean, one: number, other: number) => (condition ? one : other);
    return runInNewContext(Expression, { IF, ...counts }) > Threshold;
  };

  it('ends if the new version refuses tokens that the other admits', () => {
    expect(isRolledBack({ errors: 20, invocations: 50, allErrors: 40, all: 500 })).toBe(true);
  });

  it('goes on while somebody sends wrong tokens, which both versions refuse', () => {
    expect(isRolledBack({ errors: 40, invocations: 50, allErrors: 400, all: 500 })).toBe(false);
  });

  it('comes before the endpoints change', () => {
    const endpoints = ofType('AWS::Lambda::Function').filter((each) => entryOf(each).startsWith('api/'));

    expect(endpoints.length).toBeGreaterThan(80);
    for (const { DependsOn } of endpoints) expect(DependsOn).toContain(authorizer!.id);
  });
});

it('ends at once with the context value rollout=at-once', () => {
  const { stage } = newStage(production, { context: { rollout: 'at-once' } });
  const { template } = stage.synth().getStackByName('Production-Events');

  const shifts = JSON.stringify(template).match(/CodeDeployDefault\.\w+/g);
  expect(new Set(shifts)).toEqual(new Set(['CodeDeployDefault.LambdaAllAtOnce']));
});

it('provisions concurrency for the function that answers turns alone', () => {
  const concurrency = { ...production.concurrency!, provisionedTurns: 20 };
  const { Calls } = stageTemplates({ ...production, concurrency });
  const provisioned = Object.values(Calls!.findResources('AWS::Lambda::Alias')).flatMap(({ Properties }) => {
    const { FunctionName, ProvisionedConcurrencyConfig } = Properties;
    return ProvisionedConcurrencyConfig ? [[FunctionName.Ref, ProvisionedConcurrencyConfig]] : [];
  });

  expect(provisioned).toEqual([
    [expect.stringMatching(/^MessageFunction/), { ProvisionedConcurrentExecutions: 20 }],
  ]);
});

describe('a version', () => {
  const callsOf = (change: Partial<EnvironmentConfig> = {}) =>
    stageTemplates({ ...production, ...change }).Calls!;
  const versionsOf = (calls: Template) => Object.keys(calls.findResources('AWS::Lambda::Version'));
  const calls = callsOf();

  it('has a role of its own if its grants are others, and stays when the next one is published', () => {
    const worker = workers['calls/relay/disconnect'] as { grants?: readonly Grant[] };
    const rolesOf = (each: Template): string[] =>
      Object.values(each.findResources('AWS::Lambda::Function')).map(
        ({ Properties }) => Properties.Role['Fn::GetAtt'][0],
      );
    const roles = rolesOf(calls);
    const { grants } = worker;
    worker.grants = [tableAccess(['GetItem'])];
    const others = rolesOf(callsOf());
    if (grants) worker.grants = grants;

    expect(others.filter((each) => !roles.includes(each))).toEqual([
      expect.stringMatching(/^DisconnectRole/),
    ]);
    const versions = Object.values(calls.findResources('AWS::Lambda::Version'));
    expect(new Set(versions.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set(['Retain']));
  });

  it('is published anew when a variable of its function changes', () => {
    const changed = callsOf({ telephony: { ...production.telephony, maxCallSeconds: 3000 } });

    expect(versionsOf(changed)).not.toEqual(versionsOf(calls));
  });

  // Lambda publishes no version that equals the last one, and the deployment would fail.
  it('is not published if only resources that all versions share change', () => {
    const concurrency = { account: 1000, turns: 290, callSteps: 25, reports: 9, provisionedTurns: 5 };

    expect(versionsOf(callsOf({ logRetentionDays: 14, concurrency }))).toEqual(versionsOf(calls));
  });
});
