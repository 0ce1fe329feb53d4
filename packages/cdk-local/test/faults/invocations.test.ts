import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createFaults, type Faults, noFaults } from '../../src/faults/faults.ts';
import { type RunningFunctions, startFunctions } from '../../src/functions/start-functions.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ARN = 'arn:aws:lambda:eu-west-1:111122223333:function:work';
const opened: { functions: RunningFunctions; remove: () => void }[] = [];

afterEach(async () => {
  for (const { functions, remove } of opened.splice(0)) {
    await functions.close();
    remove();
  }
});

/** A function that leaves a file when it has run, and never answers an event that says so. */
function deploy(faults: Faults) {
  const { path, remove } = temporaryDirectory();
  const mark = `${path}/ran`;
  mkdirSync(`${path}/work`);
  writeFileSync(
    `${path}/work/index.js`,
    `exports.handler = (event) => {
      require('node:fs').writeFileSync(${JSON.stringify(mark)}, process.env._X_AMZN_TRACE_ID);
      return event.hangs ? new Promise((resolve) => setTimeout(resolve, 60_000)) : 'done';
    };`,
  );
  const functions = startFunctions({
    assembly: {
      resources: [
        {
          stack: 'Test',
          logicalId: 'work',
          type: 'AWS::Lambda::Function',
          ref: 'work',
          attributes: { Arn: ARN },
          properties: { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 30 },
        },
      ],
      assetDirectory: ({ ref }) => `${path}/${ref}`,
    },
    aws: { url: 'http://127.0.0.1:4000', operatorKey: 'x' },
    logDirectory: `${path}/logs`,
    faults,
  });
  opened.push({ functions, remove });
  return { invoke: (event: object) => functions.invoke(ARN, event), hasRun: () => existsSync(mark) };
}

describe('an invocation under faults', () => {
  it('fails without having run', async () => {
    const { invoke, hasRun } = deploy({ ...noFaults(), invocation: () => 'not started' });

    expect(await invoke({})).toMatchObject({ ok: false, error: 'crash' });
    expect(hasRun()).toBe(false);
  });

  it('fails although it has run', async () => {
    const { invoke, hasRun } = deploy({ ...noFaults(), invocation: () => 'answer lost' });

    expect(await invoke({})).toMatchObject({ ok: false, error: 'crash' });
    expect(hasRun()).toBe(true);
  });

  it('fails when a request ends its container, and the next one has a new container', async () => {
    const faults = createFaults(undefined, () => {});
    const containers: (() => Promise<void>)[] = [];
    const inContainer: Faults['inContainer'] = (traceHeader, end) => {
      containers.push(end);
      return faults.inContainer(traceHeader, end);
    };
    const { invoke, hasRun } = deploy({ ...faults, inContainer });

    const hanging = invoke({ hangs: true });
    await expect.poll(hasRun, { timeout: 20_000 }).toBe(true);
    await containers[0]?.();

    expect(await hanging).toMatchObject({ ok: false, error: 'crash' });
    expect(await invoke({})).toEqual({ ok: true, payload: 'done' });
  });
});
