import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { limitConcurrency } from '../../src/functions/concurrency-limit.ts';
import { createContainerPool } from '../../src/functions/container-pool.ts';
import {
  createIdleContainers,
  type IdleContainer,
  type IdleContainers,
} from '../../src/functions/idle-containers.ts';
import { temporaryDirectory } from '../support/resources.ts';

/** The containers of a function with this code; `stopIdle` ends the one that became idle last, as its timer would. */
function openPool(code: string, idleContainers?: IdleContainers, isBusy = false) {
  const folder = temporaryDirectory();
  writeFileSync(`${folder.path}/index.cjs`, code);
  const idle: IdleContainer[] = [];
  const logged: string[] = [];
  const add = (container: IdleContainer) => {
    idle.push(container);
    return () => {};
  };
  const pool = createContainerPool(
    {
      name: 'function',
      arn: 'arn:aws:lambda:eu-west-1:111122223333:function:function',
      directory: folder.path,
      handler: 'index.handler',
      timeoutMs: 20_000,
      memoryMb: 128,
      reservedConcurrency: undefined,
      environment: {},
    },
    { containers: 32, throttleAfterMs: 20_000 },
    {
      log: (text) => logged.push(text),
      startInTurn: limitConcurrency(1),
      idleContainers: idleContainers ?? { add },
      isBusy: () => isBusy,
      inContainer: () => () => {},
    },
  );
  onTestFinished(async () => {
    await pool.close();
    folder.remove();
  });
  return { pool, idle, stopIdle: () => idle.at(-1)?.stop(), logged };
}

const COUNT = 'let n = 0; exports.handler = async () => ++n;';

it('the next invocation starts a container when the idle one has ended', async () => {
  const limits = { restAfterMs: 20, idleMs: 20, minIdle: 0, maxIdle: 40 };
  let ended = Promise.withResolvers<void>();
  const idleContainers = createIdleContainers(limits, () => ended.resolve());
  const { pool } = openPool(COUNT, idleContainers);

  const first = await pool.invoke({});
  ended = Promise.withResolvers();
  await ended.promise;
  const second = await pool.invoke({});

  expect(first).toEqual({ result: { ok: true, payload: 1 }, coldStart: true });
  expect(second).toEqual({ result: { ok: true, payload: 1 }, coldStart: true });
});

it('a busy container is not ended, even by a timer that comes late', async () => {
  const { pool, stopIdle } = openPool(`
    let n = 0;
    exports.handler = ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(++n), ms));`);
  await pool.invoke({ ms: 0 });

  const busy = pool.invoke({ ms: 200 });
  stopIdle();

  expect(await busy).toEqual({ result: { ok: true, payload: 2 }, coldStart: false });
});

it('a container that rests gives back its garbage and keeps its state', async () => {
  const { pool, idle } = openPool(`
    let n = 0;
    const garbage = new WeakRef({});
    exports.handler = async () => [++n, garbage.deref() === undefined];`);
  await pool.invoke({});

  idle.at(-1)?.rest();
  const rested = await pool.invoke({});

  expect(rested).toEqual({ result: { ok: true, payload: [2, true] }, coldStart: false });
});

it('busy processors get no further containers of a function that computes', async () => {
  const code = `exports.handler = async ({ ms }) => {
      for (const end = performance.now() + ms; performance.now() < end; );
    };`;
  const { pool } = openPool(code, undefined, true);
  await pool.invoke({ ms: 100 });

  const computing = Array.from({ length: availableParallelism() + 8 }, () => pool.invoke({ ms: 300 }));
  const results = await Promise.all(computing);

  expect(results.filter(({ coldStart }) => coldStart).length).toBeLessThan(availableParallelism());
});
