import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../lib/config/check-config.ts';
import { production } from '../../lib/config/production.ts';
import { staging } from '../../lib/config/staging.ts';
import { EnvironmentStage } from '../../lib/environment-stage.ts';
import { projectContext } from '../../local/synthesize.ts';
import { ENVIRONMENTS, synthesizedEnvironments } from '../support/run/templates.ts';

const ENDPOINT = 'https://otlp.example.com/v1/traces';
const code = mkdtempSync(join(tmpdir(), 'function-'));
writeFileSync(join(code, 'index.js'), 'exports.handler = () => {};');
afterAll(() => rmSync(code, { recursive: true }));

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: as in CloudFormation.
  readonly Properties: any;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
}

/** All resources of production with traces, by their logical ids. */
function resourcesWithTraces(): [string, Resource][] {
  const app = new App({
    context: projectContext(),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true },
  });
  const config = { ...production, tracing: { endpoint: ENDPOINT }, userIdsInLogs: 'hashed' as const };
  new EnvironmentStage(app, 'Production', { config, bundles: () => code });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { stacks } = app.synth().getNestedAssembly('assembly-Production');
  return stacks.flatMap(({ template }) => Object.entries<Resource>(template.Resources));
}

const environments = await synthesizedEnvironments();
const resources = resourcesWithTraces();
const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);
const functions = ofType('AWS::Lambda::Function').map(([id, { Properties }]) => ({
  id,
  ...Properties,
  variables: Properties.Environment?.Variables ?? {},
}));
const exporter = functions.find(
  ({ variables }) => variables.POWERTOOLS_SERVICE_NAME === 'tracing/export-spans',
);

describe.each(ENVIRONMENTS)('the saved query of %s', (name) => {
  const [query, ...others] = environments[name].ofType('AWS::Logs::QueryDefinition');

  it('finds the lines of a call in their order', () => {
    expect(others).toEqual([]);
    expect(query?.Properties.Name).toBe(`phone-call-agents/${name.toLowerCase()}/path of a call`);
    expect(query?.Properties.QueryString).toContain('filter callId = "CALL_ID"');
    expect(query?.Properties.QueryString).toContain('sort @timestamp asc');
  });

  it('searches the logs on a call’s path, which are at most the 50 that CloudWatch permits', () => {
    const groups: unknown[] = query?.Properties.LogGroupNames;

    expect(new Set(groups.map((group) => JSON.stringify(group))).size).toBe(groups.length);
    expect(groups.length).toBeGreaterThan(25);
    expect(groups.length).toBeLessThanOrEqual(50);
    const text = JSON.stringify(groups);
    for (const part of ['CreateCall', 'Publish', 'Dial', 'Answer', 'Message', 'FanOut', 'Deliveries'])
      expect(text).toContain(part);
  });

  it('exists without the export while no endpoint is configured', () => {
    expect(environments[name].ofType('AWS::Logs::SubscriptionFilter')).toEqual([]);
    const secrets = environments[name].ofType('AWS::SecretsManager::Secret');
    expect(secrets.filter(({ Properties }) => /otlp/.test(Properties.Name))).toEqual([]);
  });
});

describe('the endpoints on a call’s path', () => {
  const source = (service: string) =>
    readFileSync(new URL(`../../lambdas/${service}.ts`, import.meta.url), 'utf8');
  const [, query] = ofType('AWS::Logs::QueryDefinition')[0]!;
  const searched = JSON.stringify(query.Properties.LogGroupNames);
  const endpoints = functions
    .map(({ variables, LoggingConfig }) => ({
      service: String(variables.POWERTOOLS_SERVICE_NAME),
      log: String(LoggingConfig?.LogGroup.Ref),
    }))
    .filter(({ service }) => /^api\/.+\//.test(service));

  it('are those that name calls or rehearsals in their logs', () => {
    const naming = endpoints.filter(({ service }) => /\b(nameCall|tellCalls)\(/.test(source(service)));
    const onPath = endpoints.filter(({ log }) => searched.includes(log));

    expect(endpoints.length).toBeGreaterThan(60);
    expect(naming.map(({ service }) => service)).toEqual(
      expect.arrayContaining(['api/calls/analyze-batch', 'api/calls/batch', 'api/rehearsals/fork']),
    );
    expect(onPath.map(({ service }) => service).sort()).toEqual(naming.map(({ service }) => service).sort());
  });
});

describe('an environment with traces', () => {
  it('sends steps of every function on a call’s path to one function, and nothing else', () => {
    const filters = ofType('AWS::Logs::SubscriptionFilter');
    const [, query] = ofType('AWS::Logs::QueryDefinition')[0]!;
    const [[permissionId, permission]] = ofType('AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'logs.amazonaws.com',
    ) as [[string, Resource]];

    expect(filters.map(([, { Properties }]) => Properties.LogGroupName)).toEqual(
      query.Properties.LogGroupNames,
    );
    for (const [, { Properties, DependsOn }] of filters) {
      expect(Properties.FilterPattern).toBe('{ $.spans[0].name = * }');
      expect(Properties.DestinationArn).toEqual({ 'Fn::GetAtt': [exporter.id, 'Arn'] });
      expect(DependsOn).toEqual([permissionId]);
    }
    expect(permission.Properties.SourceAccount).toBeDefined();
    // Its own lines would make it run in an endless loop.
    expect(JSON.stringify(filters)).not.toContain(exporter.LoggingConfig.LogGroup.Ref);
  });

  it('lets only the exporting function know the endpoint and read the secret', () => {
    const told = functions.filter(
      ({ variables }) => 'OTLP_ENDPOINT' in variables || 'OTLP_SECRET_ARN' in variables,
    );
    const [secretId] = ofType('AWS::SecretsManager::Secret').find(([, { Properties }]) =>
      /otlp$/.test(Properties.Name),
    )!;
    const readers = ofType('AWS::IAM::Role').filter(([, { Properties }]) =>
      JSON.stringify(Properties.Policies ?? []).includes(secretId),
    );

    expect(told).toEqual([exporter]);
    expect(exporter.variables).toMatchObject({ OTLP_ENDPOINT: ENDPOINT, DEPLOYMENT_NAME: 'production' });
    expect(readers.map(([id]) => id)).toEqual([exporter.Role['Fn::GetAtt'][0]]);
    const [[, role]] = readers as [[string, Resource]];
    const actions = role.Properties.Policies.flatMap(
      ({ PolicyDocument }: { PolicyDocument: { Statement: { Action: string | string[] }[] } }) =>
        PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );
    expect([...new Set(actions)].sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
    ]);
  });

  it('loses its secret without traces, so that the name is free when they are switched on again', () => {
    const secrets = ofType('AWS::SecretsManager::Secret').map(([, { Properties, DeletionPolicy }]) => [
      Properties.Name.split('/').at(-1),
      DeletionPolicy,
    ]);

    expect(Object.fromEntries(secrets)).toMatchObject({ otlp: 'Delete', telephony: 'Retain', llm: 'Retain' });
  });

  it('uses no concurrency that callers and the API need', () => {
    expect(exporter.ReservedConcurrentExecutions).toBe(5);
    const { concurrency } = production;
    const config = { ...production, tracing: { endpoint: ENDPOINT } };
    expect(() => checkConfig(config)).not.toThrow();
    expect(() => checkConfig({ ...config, throttle: { ...config.throttle, burst: 68 } })).toThrow(
      /^[^.]*throttle/,
    );
    expect(concurrency).toBeDefined();
  });

  it('sets in every function how to show users', () => {
    const shown = functions.filter(({ variables }) => variables.POWERTOOLS_SERVICE_NAME !== undefined);

    expect(new Set(shown.map(({ variables }) => variables.LOGGED_USER_IDS))).toEqual(new Set(['hashed']));
  });
});

describe('an endpoint of traces', () => {
  const refusalOf = (endpoint: string, further: object = {}) => {
    try {
      checkConfig({ ...staging, tracing: { endpoint }, ...further });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    ENDPOINT,
    'http://127.0.0.1:4318/v1/traces',
    'https://collector:4318/custom',
  ])('may be %s', (endpoint) => {
    expect(refusalOf(endpoint)).toBeUndefined();
  });

  it.each([
    '',
    'otlp.example.com',
    'https://otlp.example.com',
    'http://otlp.example.com/v1/traces',
    'https://key:secret@otlp.example.com/v1/traces',
    'https://otlp.example.com/v1/traces?key=secret',
    'grpc://otlp.example.com/v1/traces',
  ])('is refused in one sentence if it is %s', (endpoint) => {
    expect(refusalOf(endpoint)).toMatch(
      /^The configuration of staging cannot work: tracing\.endpoint must be [^.]*\.$/,
    );
  });

  it('needs a log level at which steps are logged', () => {
    expect(refusalOf(ENDPOINT, { logLevel: 'WARN' })).toMatch(/cannot work: logLevel must be INFO or DEBUG/);
  });
});
