import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFaults, type Faults, noFaults } from '../../src/faults/faults.ts';
import { arnOf, deploy } from '../runtime/support/deploy.ts';

/** A function that leaves a file when it has run, and never answers an event that says so. */
function deployWork(faults: Faults) {
  const code = `exports.handler = (event) => {
    require('node:fs').writeFileSync(\`\${__dirname}/ran\`, process.env._X_AMZN_TRACE_ID);
    return event.hangs ? new Promise((resolve) => setTimeout(resolve, 60_000)) : 'done';
  };`;
  const { functions, path } = deploy({ work: code }, { Timeout: 30 }, { faults });
  const invoke = (event: object) => functions.invoke(arnOf('work'), event);
  return { invoke, hasRun: () => existsSync(`${path}/work/ran`) };
}

describe('an invocation under faults', () => {
  it('fails without having run', async () => {
    const { invoke, hasRun } = deployWork({ ...noFaults(), invocation: () => 'not started' });

    expect(await invoke({})).toMatchObject({ ok: false, error: 'crash' });
    expect(hasRun()).toBe(false);
  });

  it('fails although it has run', async () => {
    const { invoke, hasRun } = deployWork({ ...noFaults(), invocation: () => 'answer lost' });

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
    const { invoke, hasRun } = deployWork({ ...faults, inContainer });

    const hanging = invoke({ hangs: true });
    await expect.poll(hasRun, { timeout: 20_000 }).toBe(true);
    await containers[0]?.();

    expect(await hanging).toMatchObject({ ok: false, error: 'crash' });
    expect(await invoke({})).toEqual({ ok: true, payload: 'done' });
  });
});
