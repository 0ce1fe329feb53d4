import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitConcurrency } from '../../src/functions/concurrency-limit.ts';
import { createContainerPool } from '../../src/functions/container-pool.ts';
import { temporaryDirectory } from './support/start-mini-app.ts';

/** The containers of a function with this code, on a busy machine. */
function poolOfBusyMachine(code: string) {
  const folder = temporaryDirectory();
  writeFileSync(`${folder.path}/index.cjs`, code);
  const pool = createContainerPool(
    {
      name: 'function',
      arn: 'arn:aws:lambda:eu-west-1:111122223333:function:function',
      directory: folder.path,
      handler: 'index.handler',
      timeoutMs: 20_000,
      memoryMb: 128,
      reservedConcurrency: undefined,
      allowsRecursion: false,
      environment: {},
    },
    { containers: 32, throttleAfterMs: 20_000 },
    {
      log: () => {},
      startInTurn: limitConcurrency(1),
      idleContainers: { add: () => () => {} },
      isBusy: () => true,
      inContainer: () => () => {},
    },
  );
  onTestFinished(async () => {
    await pool.close();
    folder.remove();
  });
  return { pool, path: folder.path };
}

describe('containers on a busy machine', () => {
  it('are few for a rush of short invocations', async () => {
    const { pool } = poolOfBusyMachine('exports.handler = async () => "done";');

    const answers = await Promise.all(Array.from({ length: 40 }, () => pool.invoke({})));

    expect(answers.map(({ result }) => result)).toEqual(answers.map(() => ({ ok: true, payload: 'done' })));
    expect(answers.filter(({ coldStart }) => coldStart).length).toBeLessThanOrEqual(4);
  });

  it('are added until long invocations need no more', async () => {
    const { pool, path } = poolOfBusyMachine(`
      const { readdirSync, writeFileSync } = require('node:fs');
      exports.handler = async ({ folder, name, guests }) => {
        writeFileSync(folder + '/guest-' + name, '');
        const isThere = (file) => file.startsWith('guest-');
        while (readdirSync(folder).filter(isThere).length < guests)
          await new Promise((resolve) => setTimeout(resolve, 10));
        return 'all are there';
      };`);

    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, name) => pool.invoke({ folder: path, name, guests: 7 })),
    );

    expect(answers.map(({ result }) => result)).toEqual(
      answers.map(() => ({ ok: true, payload: 'all are there' })),
    );
  });
});
