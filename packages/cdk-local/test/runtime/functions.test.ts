import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { continueChain } from '../../src/functions/lineage.ts';
import { temporaryDirectory } from '../support/resources.ts';
import { arnOf as arn, deploy } from './support/deploy.ts';

describe('functions in workers', () => {
  it('passes the event and the context, and returns the result', async () => {
    const { functions } = deploy(
      {
        echo: 'exports.handler = async (event, context) => ({ event, name: context.functionName, arn: context.invokedFunctionArn, memory: context.memoryLimitInMB, left: context.getRemainingTimeInMillis() });',
      },
      { Timeout: 300, MemorySize: 256 },
    );

    const result = await functions.invoke(arn('echo'), { a: [1] });

    expect(result).toMatchObject({
      ok: true,
      payload: { event: { a: [1] }, name: 'echo', arn: arn('echo'), memory: '256' },
    });
    const { left } = (result as { payload: { left: number } }).payload;
    expect(left).toBeGreaterThan(240_000);
    expect(left).toBeLessThanOrEqual(300_000);
  });

  it('reuses a warm container, and starts others only for concurrent invocations', async () => {
    const folder = temporaryDirectory();
    onTestFinished(folder.remove);
    const sign = `${folder.path}/go-on`;
    const { functions, invocations } = deploy(
      {
        count: `
        const { existsSync } = require('node:fs');
        let n = 0;
        exports.handler = async ({ until }) => {
          while (until && !existsSync(until)) await new Promise(setImmediate);
          return ++n;
        };`,
      },
      { Timeout: 60 },
    );

    const first = await functions.invoke(arn('count'), {});
    const second = await functions.invoke(arn('count'), {});
    const held = functions.invoke(arn('count'), { until: sign });
    const beside = await functions.invoke(arn('count'), {});
    writeFileSync(sign, '');

    expect([first, second, await held, beside]).toEqual(
      [1, 2, 3, 1].map((payload) => ({ ok: true, payload })),
    );
    expect(invocations.map(({ coldStart }) => coldStart)).toEqual([true, false, true, false]);
  });

  it('isolates the environment and credentials of each function from each other and the process', async () => {
    process.env.DEVELOPERS_SECRET = 'x';
    const code = 'process.env.MARK = "seen"; exports.handler = async () => process.env;';
    const Environment = { Variables: { TABLE: 'calls', REPLACED: 'by the template' } };
    const environment = { REPLACED: 'locally', ADDED: 'never' };
    const { functions } = deploy({ one: code, two: code }, { Environment }, { environment });

    const results = await Promise.all([functions.invoke(arn('one'), {}), functions.invoke(arn('two'), {})]);

    const [one, two] = results.map((result) => (result as { payload: Record<string, string> }).payload);
    expect(one).toMatchObject({
      TABLE: 'calls',
      REPLACED: 'locally',
      AWS_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'one',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4000',
    });
    expect(one).not.toHaveProperty('ADDED');
    expect(one).not.toHaveProperty('DEVELOPERS_SECRET');
    expect(one?.AWS_ACCESS_KEY_ID).not.toBe(two?.AWS_ACCESS_KEY_ID);
    expect(process.env.MARK).toBeUndefined();
  });

  it('ends an invocation that times out, even one that never yields, and serves the next', async () => {
    const { functions, log } = deploy(
      { slow: 'exports.handler = async ({ spin }) => { while (spin); return "done"; };' },
      { Timeout: 1 },
    );

    const late = await functions.invoke(arn('slow'), { spin: true });
    const next = await functions.invoke(arn('slow'), { spin: false });

    expect(late).toEqual({ ok: false, error: 'timeout', message: 'Task timed out after 1.00 seconds' });
    expect(next).toEqual({ ok: true, payload: 'done' });
    await expect.poll(() => log('slow')).toContain('Task timed out after 1.00 seconds');
  });

  it.each([
    ['exits', 'process.exit(3)', 'crash', 'status 3'],
    [
      'fails outside of the handler',
      'setTimeout(() => { throw new Error("stray"); }); await new Promise(() => {})',
      'crash',
      'stray',
    ],
    ['rejects', 'throw new TypeError("wrong")', 'error', 'TypeError: wrong'],
    ['answers what is no JSON', 'return 1n', 'error', 'BigInt'],
  ])('reports a handler that %s, and serves the next', async (_, statement, error, message) => {
    const { functions } = deploy({
      faulty: `exports.handler = async ({ fail }) => { if (fail) { ${statement} } return "well"; };`,
    });

    const failed = await functions.invoke(arn('faulty'), { fail: true });
    const next = await functions.invoke(arn('faulty'), {});

    expect(failed).toMatchObject({ ok: false, error, message: expect.stringContaining(message) });
    expect(next).toEqual({ ok: true, payload: 'well' });
  });

  it('reports why a bundle cannot be loaded', async () => {
    const { functions } = deploy({ broken: 'throw new Error("no such table");' });

    const result = await functions.invoke(arn('broken'), {});

    expect(result).toMatchObject({
      ok: false,
      error: 'crash',
      message: expect.stringContaining('no such table'),
    });
  });

  it('throttles an invocation that finds no free container in time', async () => {
    const { functions } = deploy(
      { busy: 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 400));' },
      {},
      { limits: { containers: 1, throttleAfterMs: 50 } },
    );

    const [first, second] = await Promise.all([
      functions.invoke(arn('busy'), {}),
      functions.invoke(arn('busy'), {}),
    ]);

    expect(first.ok).toBe(true);
    expect(second).toMatchObject({ ok: false, error: 'throttled' });
  });

  it('does not run again in a chain of requests that invoked it 16 times', async () => {
    const { functions, log } = deploy({ again: 'exports.handler = async () => "done";' });
    let header = '';
    for (let times = 0; times < 16; times++) header = continueChain(arn('again'), [header]).traceHeader;

    const stopped = await functions.invoke(arn('again'), {}, [header]);

    expect(stopped).toMatchObject({ ok: false, error: 'recursive' });
    await expect.poll(() => log('again')).toContain('RecursiveInvocationsDropped 1');
  });

  it('runs nothing after it is closed', async () => {
    const { functions, invocations } = deploy({ late: 'exports.handler = async () => "done";' });
    await functions.close();

    const result = await functions.invoke(arn('late'), {});

    expect(result).toMatchObject({ ok: false, error: 'crash' });
    expect(invocations).toMatchObject([{ coldStart: false }]);
  });

  it("writes functions' output to a file", async () => {
    const { functions, log } = deploy({
      talk: 'exports.handler = async () => { console.log("hello"); console.error("alas"); };',
    });

    await functions.invoke(arn('talk'), {});
    await expect.poll(() => log('talk')).toContain('alas');

    expect(log('talk')).toContain('hello');
  });
});
