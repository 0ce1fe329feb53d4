import { mkdirSync, writeFileSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, it, vi } from 'vitest';
import { synthesizeExample } from '../../example/app.ts';
import { clockFromNow, realTime } from '../../src/clock/install-clock.ts';
import { startFunctions } from '../../src/functions/start-functions.ts';
import { startRuntime } from '../../src/runtime.ts';
import { temporaryDirectory } from './support/start-mini-app.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('applies to a function, whose own time-out stays in real time', async () => {
  const directory = temporaryDirectory();
  const Arn = 'arn:aws:lambda:eu-west-1:111122223333:function:waits';
  mkdirSync(`${directory.path}/waits`);
  writeFileSync(
    `${directory.path}/waits/index.js`,
    `const { setTimeout: wait } = require('node:timers/promises');
    exports.handler = async () => { const from = Date.now(); await wait(60_000); return { from, till: Date.now() }; };`,
  );
  const clock = { speed: 100, startedAt: Date.now() - 3_600_000 };
  const functions = startFunctions({
    assembly: {
      resources: [
        {
          stack: 'Test',
          logicalId: 'waits',
          type: 'AWS::Lambda::Function',
          ref: 'waits',
          attributes: { Arn },
          // Less than the minute that it waits.
          properties: { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 20 },
        },
      ],
      assetDirectory: () => `${directory.path}/waits`,
    },
    awsEndpoint: 'http://127.0.0.1:4000',
    logDirectory: `${directory.path}/logs`,
    clock,
  });
  closing.push(directory.remove, () => functions.close());

  const result = await functions.invoke(Arn, {});

  expect(result).toMatchObject({ ok: true });
  const { from, till } = (result as { payload: { from: number; till: number } }).payload;
  expect(from - clock.startedAt).toBeGreaterThan(99 * 3_600_000);
  expect(till - from).toBeGreaterThanOrEqual(60_000);
});

it('applies to queues and this thread until the runtime is closed', async () => {
  const directory = temporaryDirectory();
  const runtime = await startRuntime({
    assembly: () => synthesizeExample(directory.path),
    data: `${directory.path}/data`,
    port: 0,
    region: 'eu-central-1',
    secrets: {},
    environment: {},
    clock: clockFromNow(60),
  });
  closing.push(directory.remove);
  const queue = runtime.resources.find(({ type }) => type === 'AWS::SQS::Queue')!;
  const sqs = new SQSClient({
    endpoint: runtime.awsUrl,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'x' },
  });
  const sentAt = Date.now();
  const note = { QueueUrl: queue.ref, MessageBody: 'a-note', DelaySeconds: 60 };

  await sqs.send(new SendMessageCommand(note));
  await vi.waitFor(
    async () => {
      const found: unknown = await (await fetch(`${runtime.url}/notes/a-note`)).json();
      expect(found).toHaveProperty('words');
    },
    { timeout: 50_000 },
  );
  const countedAt = Date.now();
  sqs.destroy();
  await runtime.close();

  expect(countedAt - sentAt).toBeGreaterThanOrEqual(60_000);
  expect(Math.abs(Date.now() - realTime.Date.now())).toBeLessThan(1000);
});
