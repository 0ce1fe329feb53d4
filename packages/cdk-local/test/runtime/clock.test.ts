import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startFunctions } from '../../src/functions/start-functions.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

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
    aws: { url: 'http://127.0.0.1:4000', operatorKey: 'x' },
    logDirectory: `${directory.path}/logs`,
    clock,
  });
  onTestFinished(async () => {
    await functions.close();
    directory.remove();
  });

  const result = await functions.invoke(Arn, {});

  expect(result).toMatchObject({ ok: true });
  const { from, till } = (result as { payload: { from: number; till: number } }).payload;
  expect(from - clock.startedAt).toBeGreaterThan(99 * 3_600_000);
  expect(till - from).toBeGreaterThanOrEqual(60_000);
});
