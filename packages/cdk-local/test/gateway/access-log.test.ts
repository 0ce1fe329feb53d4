import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { restApi, route } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';

const AccessLogSetting = {
  Format: JSON.stringify({
    path: '$context.resourcePath',
    method: '$context.httpMethod',
    status: '$context.status',
    ms: '$context.responseLatency',
    nothing: '$context.authorizer.principalId',
    integrationError: '$context.integrationErrorMessage',
  }),
};

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'access-log-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

it('has a line for each request, in the format of the stage', async () => {
  const logDirectory = folder();
  const resources = [...restApi({}, { AccessLogSetting }), ...route('GET', '/calls/{id}', 'get-call')];
  const { url } = await startGateway(resources, { 'get-call': () => ok() }, { logDirectory });

  await fetch(`${url}/calls/7`);
  await fetch(`${url}/nothing`);

  const lines = readFileSync(join(logDirectory, 'rest.access.log'), 'utf8').trim().split('\n');
  const read = lines.map((line) => JSON.parse(line));
  expect(read).toEqual([
    {
      path: '/calls/{id}',
      method: 'GET',
      status: '200',
      ms: expect.stringMatching(/^\d+$/),
      nothing: '',
      integrationError: '',
    },
    expect.objectContaining({ path: '/nothing', status: '403', integrationError: '' }),
  ]);
});

it('says why the integration failed', async () => {
  const logDirectory = folder();
  const resources = [...restApi({}, { AccessLogSetting }), ...route('GET', '/calls', 'calls')];
  const calls = () => ({ ok: false, error: 'error', message: 'no "answer"\nof a proxy' }) as const;
  const { url } = await startGateway(resources, { calls }, { logDirectory });

  await fetch(`${url}/calls`);

  const line = JSON.parse(readFileSync(join(logDirectory, 'rest.access.log'), 'utf8'));
  expect(line).toMatchObject({ status: '502', integrationError: 'integration: no "answer"\nof a proxy' });
});

it('is not written without a format', async () => {
  const logDirectory = folder();
  const { url } = await startGateway(
    [...restApi(), ...route('GET', '/calls', 'calls')],
    { calls: () => ok() },
    { logDirectory },
  );

  await fetch(`${url}/calls`);

  expect(readdirSync(logDirectory)).toEqual([]);
});
