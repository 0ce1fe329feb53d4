import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFaults, type Faults, type RequestWork } from '../../src/faults/faults.ts';
import { LostAnswer } from '../../src/faults/lost-answer.ts';
import { synthesizeMiniApp } from '../runtime/support/mini-app.ts';
import {
  type RunningAssembly,
  startAssembly,
  temporaryDirectory,
} from '../runtime/support/start-mini-app.ts';

type Fault = <T>(work: RequestWork<T>, traceHeader: string | undefined) => Promise<T>;

describe('a function whose requests meet faults', () => {
  const directory = temporaryDirectory();
  const pending: Fault[] = [];
  let assembly: RunningAssembly;
  const containers = new Map<string, () => Promise<void>>();
  const faults: Faults = {
    ...createFaults(undefined, () => {}),
    request: (request, work) => {
      const fault = request.functionName?.includes('Probe') ? pending.shift() : undefined;
      return fault ? fault(work, request.traceHeader) : work.whole();
    },
    inContainer: (traceHeader, end) => {
      containers.set(traceHeader, end);
      return () => containers.delete(traceHeader);
    },
  };

  beforeAll(async () => {
    const cdkOut = synthesizeMiniApp(directory.path);
    assembly = await startAssembly({ assembly: cdkOut, dataDirectory: `${directory.path}/data`, faults });
  });
  afterEach(() => void pending.splice(0));
  afterAll(async () => {
    await assembly.close();
    directory.remove();
  });

  const lost: Fault = async (work) => {
    await work.whole();
    throw new LostAnswer();
  };
  const refused =
    (code: string, status: number): Fault =>
    async (work) =>
      work.refuse({ code, status, message: 'Injected fault' }, undefined);

  const getSecret = () =>
    assembly.invoke('Probe', {
      service: 'secrets',
      client: 'SecretsManagerClient',
      command: 'GetSecretValueCommand',
      input: { SecretId: 'mini/token' },
    });
  const success = { ok: true, payload: { ok: true, output: { SecretString: 'open sesame' } } };

  it('has its request repeated by the SDK after a broken connection and an error of the server', async () => {
    const before = assembly.requests.length;
    pending.push(lost, refused('InternalServiceError', 500));

    expect(await getSecret()).toMatchObject(success);

    const statuses = assembly.requests.slice(before).map(({ status }) => status);
    expect(statuses).toEqual([500, 200]);
  });

  it('sees the error by its name when all attempts meet it', async () => {
    // After throttling the SDK would wait longer between its attempts.
    pending.push(...Array.from({ length: 3 }, () => refused('InternalServiceError', 500)));

    expect(await getSecret()).toMatchObject({
      ok: true,
      payload: { ok: false, name: 'InternalServiceError', status: 500 },
    });
  });

  it('is cut by a request that ends its container', async () => {
    pending.push(async (_, traceHeader) => {
      await containers.get(traceHeader ?? '')?.();
      throw new LostAnswer();
    });

    expect(await getSecret()).toMatchObject({ ok: false, error: 'crash' });
    expect(await getSecret()).toMatchObject(success);
  });
});
