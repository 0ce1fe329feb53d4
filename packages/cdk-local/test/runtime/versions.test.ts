import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { App, Duration, Stack } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readRules } from '../../src/aws/events/rule.ts';
import type { Metric } from '../../src/cloudwatch/metrics/metric.ts';
import { readQualifiers } from '../../src/functions/qualifiers.ts';
import { type Invocation, startFunctions } from '../../src/functions/start-functions.ts';
import { findMissingGrant } from '../../src/gateway/lambda-proxy/invoke-grant.ts';
import { readEventSourceMappings } from '../../src/sources/event-source-mapping.ts';
import { loadResources } from '../../src/template/load.ts';
import type { Resource } from '../../src/template/resource.ts';
import { account, region, temporaryDirectory } from './support/start-mini-app.ts';

const folder = temporaryDirectory();
afterAll(folder.remove);

const tell =
  '({ build, version: context.functionVersion, known: process.env.AWS_LAMBDA_FUNCTION_VERSION, arn: context.invokedFunctionArn })';
const codeOf = (build: string) =>
  `const { existsSync } = require('node:fs'); const build = '${build}';
   exports.handler = async ({ until }, context) => {
     while (until && !existsSync(until)) await new Promise((resolve) => setTimeout(resolve, 5));
     return ${tell};
   };`;

/** A function with an alias, which a queue's messages go through. */
function synthesize(build: string): string {
  const code = join(folder.path, build, 'code');
  mkdirSync(code, { recursive: true });
  writeFileSync(join(code, 'index.js'), codeOf(build));
  const app = new App({ outdir: join(folder.path, build, 'cdk.out'), analyticsReporting: false });
  const stack = new Stack(app, 'Stack');
  const fn = new lambda.Function(stack, 'Function', {
    runtime: lambda.Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: lambda.Code.fromAsset(code),
    timeout: Duration.seconds(20),
    reservedConcurrentExecutions: 1,
  });
  const alias = fn.addAlias('live');
  const queue = new sqs.Queue(stack, 'Queue', { visibilityTimeout: Duration.minutes(2) });
  alias.addEventSource(new SqsEventSource(queue));
  return app.synth().directory;
}

const load = (build: string) => loadResources(synthesize(build), { region, account });

const functionOf = (resources: readonly Resource[]) => {
  const found = resources.find(({ type }) => type === 'AWS::Lambda::Function');
  if (!found) throw new Error('There is no function.');
  return { name: found.ref, arn: found.attributes.Arn ?? '' };
};

async function deploy({ before }: { readonly before?: string } = {}) {
  const [assembly, previous] = [await load('new'), before === undefined ? undefined : await load(before)];
  const invocations: Invocation[] = [];
  const recorded: Metric[] = [];
  const functions = startFunctions({
    assembly,
    ...(previous && { previous }),
    awsEndpoint: 'http://127.0.0.1:4000',
    logDirectory: join(folder.path, 'logs'),
    meters: { record: (metric) => recorded.push(metric), readLine: () => {} },
    onInvocation: (invocation) => invocations.push(invocation),
  });
  onTestFinished(() => functions.close());
  return { functions, invocations, recorded, ...functionOf(assembly.resources) };
}

const payloadOf = (result: unknown) => (result as { readonly payload: unknown }).payload;

describe('a function with an alias', () => {
  it('is invoked by the alias in its version, and the code is told both', async () => {
    const { functions, arn } = await deploy();

    const result = await functions.invoke(`${arn}:live`, {});

    expect(payloadOf(result)).toEqual({ build: 'new', version: '2', known: '2', arn: `${arn}:live` });
  });

  it('is not invoked by an alias that the template does not have', async () => {
    const { functions, arn } = await deploy();

    await expect(functions.invoke(`${arn}:other`, {})).rejects.toThrow(/no function .*:other/);
  });

  it('is invoked alternately in the previous and the present version, if both are given', async () => {
    const { functions, invocations, arn } = await deploy({ before: 'old' });

    const builds = [];
    for (let times = 0; times < 4; times++) builds.push(payloadOf(await functions.invoke(`${arn}:live`, {})));
    const byName = payloadOf(await functions.invoke(arn, {}));

    expect(builds).toEqual(
      ['old', 'new', 'old', 'new'].map((build) => expect.objectContaining({ build, arn: `${arn}:live` })),
    );
    expect(byName).toMatchObject({ build: 'new' });
    expect(invocations.map(({ version }) => version)).toEqual(['1', '2', '1', '2', '2']);
  });

  it('is invoked in the one of both versions that it is shifted to', async () => {
    const { functions, arn } = await deploy({ before: 'old' });
    const build = async () => payloadOf(await functions.invoke(`${arn}:live`, {}));

    functions.shiftTo('previous');
    const former = [await build(), await build()];
    functions.shiftTo('present');
    const present = [await build(), await build()];

    expect(former).toEqual([
      expect.objectContaining({ build: 'old' }),
      expect.objectContaining({ build: 'old' }),
    ]);
    expect(present).toEqual([
      expect.objectContaining({ build: 'new' }),
      expect.objectContaining({ build: 'new' }),
    ]);
  });

  it('is counted by the alias and the version that ran, too', async () => {
    const { functions, recorded, name, arn } = await deploy({ before: 'old' });

    await functions.invoke(`${arn}:live`, {});
    await functions.invoke(`${arn}:live`, {});
    await functions.invoke(arn, {});

    const counted = recorded
      .filter(({ name: metric }) => metric === 'Invocations')
      .map(({ dimensions }) => dimensions);
    const [FunctionName, Resource] = [name, `${name}:live`];
    const times = (dimensions: object) =>
      counted.filter((each) => isDeepStrictEqual(each, dimensions)).length;
    expect(times({ FunctionName })).toBe(3);
    expect(times({ FunctionName, Resource })).toBe(2);
    for (const ExecutedVersion of ['1', '2'])
      expect(times({ FunctionName, Resource, ExecutedVersion })).toBe(1);
  });

  it('has its reserved concurrency for all of its versions together', async () => {
    const { functions, arn } = await deploy({ before: 'old' });
    const until = join(folder.path, 'go-on');

    const first = functions.invoke(`${arn}:live`, { until });
    const second = await functions.invoke(`${arn}:live`, {});
    writeFileSync(until, '');

    expect(second).toMatchObject({ ok: false, error: 'throttled' });
    expect(payloadOf(await first)).toMatchObject({ build: 'old' });
  });

  it('gets the messages of a queue by the alias', async () => {
    const { resources } = await load('new');
    const { arn } = functionOf(resources);

    const [mapping] = readEventSourceMappings(resources);

    expect(mapping?.functionArn).toBe(`${arn}:live`);
    expect(mapping?.functionResource.attributes.Arn).toBe(arn);
  });

  it('is invoked by a service that may invoke the alias, and not by one that may invoke only the function', async () => {
    const { resources } = await load('new');
    const { name, arn } = functionOf(resources);
    const permission = (FunctionName: string): Resource => ({
      stack: 'Stack',
      logicalId: 'Permission',
      type: 'AWS::Lambda::Permission',
      ref: 'permission',
      attributes: {},
      properties: {
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
        FunctionName,
      },
    });
    const missing = (FunctionName: string) =>
      findMissingGrant({
        resources: [...resources, permission(FunctionName)],
        functionArn: `${arn}:live`,
        sourceArn: `arn:aws:execute-api:${region}:${account}:api/live/GET/`,
        credentials: undefined,
      });

    expect(missing(`${arn}:live`)).toBeUndefined();
    expect(missing(`${name}:live`)).toBeUndefined();
    expect(missing(name)).toMatch(/no AWS::Lambda::Permission/);
  });

  it('refuses what it does not run: weights, an alias of no version, and events to an alias', async () => {
    const { resources } = await load('new');
    const { arn } = functionOf(resources);
    const withAlias = (properties: object) =>
      resources.map((each) =>
        each.type === 'AWS::Lambda::Alias'
          ? { ...each, properties: { ...each.properties, ...properties } }
          : each,
      );
    const rule: Resource = {
      stack: 'Stack',
      logicalId: 'Rule',
      type: 'AWS::Events::Rule',
      ref: 'rule',
      attributes: { Arn: `arn:aws:events:${region}:${account}:rule/rule` },
      properties: {
        ScheduleExpression: 'rate(1 minute)',
        Targets: [{ Arn: `${arn}:live`, Id: 'alias' }],
      },
    };
    const RoutingConfig = { AdditionalVersionWeights: [{ FunctionVersion: '1', FunctionWeight: 0.1 }] };

    expect(() => readQualifiers(withAlias({ RoutingConfig }))).toThrow(/Alias.*weights of an alias/s);
    expect(() => readQualifiers(withAlias({ FunctionVersion: '7' }))).toThrow(/Alias.*no version .*:7/);
    expect(() => readRules([rule])).toThrow(/Rule: .*cannot send events to .*:live/);
  });
});
