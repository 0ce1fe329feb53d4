import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ShownSnapshot, SNAPSHOT_PATH } from '../../src/aws/cloudwatch/snapshot-page.ts';
import type { Metric } from '../../src/cloudwatch/metrics/metric.ts';
import type { Runtime } from '../../src/runtime.ts';
import { type Example, startExample } from '../support/start-example.ts';

let example: Example;
let runtime: Runtime;
let sqs: SQSClient;

beforeAll(async () => {
  example = await startExample();
  runtime = example.runtime;
  sqs = new SQSClient(example.aws);
});

afterAll(async () => {
  sqs.destroy();
  await example.close();
});

const find = (type: string, logicalId: string) =>
  runtime.resources.find((one) => one.type === type && one.logicalId.startsWith(logicalId));

const lambda = (name: string, logicalId?: string): Metric => {
  const FunctionName = logicalId && find('AWS::Lambda::Function', logicalId)?.ref;
  return { namespace: 'AWS/Lambda', name, dimensions: FunctionName ? { FunctionName } : {} };
};

const ofApi = (name: string) => ({ namespace: 'AWS/ApiGateway', name, dimensions: { ApiName: 'Api' } });
const statistic = (metric: Metric, name: string) => runtime.cloudWatch.statistic(metric, name, 180);
const alarm = (logicalId: string) =>
  runtime.cloudWatch.alarms().find((each) => each.logicalId.startsWith(logicalId));

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describe('the metrics that the runtime counts', () => {
  it('are those of functions, of the stream and of the API', async () => {
    const { status } = await fetch(`${runtime.url}/notes`, { method: 'POST', body: 'milk' });
    expect(status).toBe(201);

    expect(statistic(ofApi('Count'), 'Sum')).toBe(1);
    expect(statistic(ofApi('5XXError'), 'Average')).toBe(0);
    expect(statistic(ofApi('Latency'), 'Maximum')).toBeGreaterThan(0);
    expect(statistic(lambda('Invocations', 'Create'), 'Sum')).toBe(1);
    expect(statistic(lambda('Duration', 'Create'), 'p99')).toBeGreaterThan(0);
    expect(statistic(lambda('ConcurrentExecutions'), 'Maximum')).toBeGreaterThanOrEqual(1);
    await eventually(() => {
      expect(statistic(lambda('IteratorAge', 'Forward'), 'Maximum')).toBeGreaterThanOrEqual(0);
      expect(statistic(lambda('Invocations', 'Count'), 'Sum')).toBe(1);
    });
  });

  it('distinguish throttled invocations from failed ones', async () => {
    const QueueUrl = find('AWS::SQS::Queue', 'Unread')?.ref;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'nobody reads this' }));

    await eventually(() => expect(statistic(lambda('Throttles', 'Stopped'), 'Sum')).toBeGreaterThan(0));
    expect(statistic(lambda('Invocations', 'Stopped'), 'Sum')).toBeUndefined();
    expect(statistic(lambda('Throttles'), 'Sum')).toBeGreaterThan(0);
  });
});

describe('the alarms', () => {
  it('are raised by their conditions, and notify through the composite alarm', async () => {
    expect(alarm('Told')).toMatchObject({ state: 'OK', rang: 0 });
    const lost = { QueueName: find('AWS::SQS::Queue', 'LostUnread')?.attributes.QueueName ?? '' };
    const visible = { namespace: 'AWS/SQS', name: 'ApproximateNumberOfMessagesVisible', dimensions: lost };

    // The message of the test before is given up after two receives.
    await vi.waitFor(
      () => {
        runtime.cloudWatch.pass(2);
        expect(statistic(visible, 'Maximum')).toBe(1);
      },
      { timeout: 60_000 },
    );
    runtime.cloudWatch.pass(2);

    expect(alarm('LostMessages')).toMatchObject({ state: 'ALARM', actions: 'none', rang: 0 });
    expect(alarm('Told')).toMatchObject({ state: 'ALARM', rang: 1, actions: 'enabled' });
    expect(alarm('Refusals')?.state).not.toBe('ALARM');
  });

  it('evaluate shares of requests', async () => {
    // Three in one minute are needed, and a minute may begin between them.
    for (let requests = 0; requests < 5; requests += 1) await fetch(`${runtime.url}/nothing`);
    expect(statistic(ofApi('4XXError'), 'Sum')).toBe(5);

    runtime.cloudWatch.pass(2);

    expect(alarm('Refusals')?.raised).toBe(1);
  });
});

describe('the page of metrics and alarms', () => {
  const ask = (query: string) => fetch(`${runtime.awsUrl}${SNAPSHOT_PATH}${query}`);

  it('shows both, and the connections that are open', async () => {
    const shown = (await (await ask('?minutes=180')).json()) as ShownSnapshot;

    expect(shown).toMatchObject({ minutes: 180, openConnections: 0 });
    expect(shown.metrics).toContainEqual(
      expect.objectContaining({ name: 'Invocations', count: expect.any(Number), p99: 1 }),
    );
    expect(shown.alarms.map(({ logicalId }) => logicalId.slice(0, 4)).sort()).toEqual([
      'Lost',
      'Refu',
      'Told',
    ]);
  });

  it.each(['?minutes=0', '?minutes=181', '?minutes=x'])('refuses %s', async (query) => {
    expect((await ask(query)).status).toBe(400);
  });
});
