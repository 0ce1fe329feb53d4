import { describe, expect, it, onTestFinished } from 'vitest';
import { openQueues } from '../../src/aws/sqs/queues/queues.ts';
import { createAsynchronousInvocations, retryInMs } from '../../src/functions/asynchronous-invocations.ts';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { startSources } from '../../src/sources/start-sources.ts';
import {
  allow,
  functionArn,
  functionWith,
  queue,
  queueArn,
  resource,
  temporaryDirectory,
} from '../support/resources.ts';
import { UNUSED_PARTS } from '../support/unused-parts.ts';

const READS = allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queueArn('work'));
const mapping = (name: string) =>
  resource('AWS::Lambda::EventSourceMapping', 'Mapping', {
    properties: {
      EventSourceArn: queueArn('work'),
      FunctionName: functionArn(name),
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    },
  });
const DeadLetterConfig = { TargetArn: queueArn('dead') };
const asynchronous = (name: string, MaximumEventAgeInSeconds: number) =>
  resource('AWS::Lambda::EventInvokeConfig', `${name}Config`, {
    properties: { FunctionName: name, MaximumRetryAttempts: 0, MaximumEventAgeInSeconds },
  });
const RedrivePolicy = { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 1 };
const resources = [
  queue('work', { VisibilityTimeout: 1, RedrivePolicy }),
  queue('dead'),
  ...functionWith('Archive', [READS], { Timeout: 1, DeadLetterConfig }),
  asynchronous('Archive', 60),
  ...functionWith('Hasty', [], { Timeout: 1, DeadLetterConfig }),
  asynchronous('Hasty', 0),
  ...functionWith('Stranger', [], { Timeout: 1 }),
];

/** Runs the sources of functions that all answer this. */
async function prepare(answer: InvocationResult) {
  const directory = temporaryDirectory();
  const queues = await openQueues({ directory: directory.path, resources });
  const invocations: unknown[] = [];
  const traces: unknown[] = [];
  const functions = {
    invoke: async (_: string, event: unknown, traceHeaders: readonly string[] = []) => {
      invocations.push(event);
      traces.push(...traceHeaders);
      return answer;
    },
  };
  const start = (name: string) =>
    startSources({ ...UNUSED_PARTS, resources: [...resources, mapping(name)], functions, queues });
  const send = (name: string, body: string) =>
    queues.find(name)?.send([{ body, senderId: 'test', traceHeader: 'Root=1' }]);
  const lost = async () => {
    await queues.find('dead')?.waitForMessages(AbortSignal.timeout(30_000));
    return (await queues.find('dead')?.receive(1))?.[0];
  };
  onTestFinished(async () => {
    await queues.close();
    directory.remove();
  });
  const asynchronously = createAsynchronousInvocations({ ...UNUSED_PARTS, resources, functions, queues });
  return { start, send, lost, invocations, traces, asynchronously };
}

describe('the source of a function', () => {
  it.each([
    ['fails', 'Archive', 'error', '200'],
    ['is throttled until its maximum age', 'Hasty', 'throttled', '429'],
  ] as const)('gives up an event whose invocation %s', async (_, name, error, code) => {
    const { asynchronously, lost, invocations } = await prepare({ ok: false, error, message: 'No archive' });

    asynchronously.invoke(functionArn(name), { id: 'archived' });
    const deadLetter = await lost();
    await asynchronously.close();

    expect(invocations).toEqual([{ id: 'archived' }]);
    expect(deadLetter).toMatchObject({
      body: '{"id":"archived"}',
      attributes: { ErrorCode: { StringValue: code }, ErrorMessage: { StringValue: 'No archive' } },
    });
  });

  it('invokes a throttled function for an event less and less often', () => {
    const waits = [1, 2, 3, 9, 10, 500].map(retryInMs);

    expect(waits).toEqual([1, 2, 4, 256, 300, 300].map((seconds) => seconds * 1000));
  });

  it('passes on the chain of a message, and uses up its receives while the function is throttled', async () => {
    const { start, send, lost, traces } = await prepare({ ok: false, error: 'throttled', message: '' });
    const sources = start('Archive');

    await send('work', 'nobody reads this');
    const message = await lost();
    await sources.close();

    expect(message).toMatchObject({ body: 'nobody reads this', deadLetterSource: queueArn('work') });
    expect(traces).toContain('Root=1');
  });

  it('does not start if the role of the function may not read it', async () => {
    const { start } = await prepare({ ok: true, payload: undefined });

    expect(() => start('Stranger')).toThrow(/Test\/Mapping.*not authorized to perform: sqs:ReceiveMessage/);
  });
});
