import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addModelRules } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk } from '../../support/talk.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'local', 'watch', 'watch.ts');

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({});
}, 240_000);
afterAll(() => service.close());

const watch = (...args: string[]) => promisify(execFile)(process.execPath, [PROGRAM, ...args]);

it('shows calls, turns and deliveries, and that no threshold is exceeded', async () => {
  await addModelRules(service.connection, [{ when: { system: 'SPEC-WATCH' }, reply: 'Gladly.' }]);
  const { call, line, happened } = await startTalk(service.connection, service.api, { prompt: 'SPEC-WATCH' });
  await line({ say: 'hello' });
  await happened('Gladly.');
  await line({ hang_up: true });
  await service.api.finishedCall(call.id);

  const output = await until('the call in the figures', async () => {
    const { stdout } = await watch('--once', '--minutes', '60', '--data', service.data);
    const isThere = /outbound: 1 conversation[\s\S]*[1-9] turns/.test(stdout);
    return isThere ? stdout : { waitingFor: stdout };
  });

  expect(output).toContain('phone-call-agents · production');
  expect(output).toMatch(/[1-9] turns, 0 interrupted, 0 failed; 0 of [1-9] requests to models failed/);
  expect(output).toMatch(/callee waits +[\d.]+ m?s +[\d.]+ m?s +[\d.]+ m?s/);
  expect(output).toMatch(/\d delivered, 0 given up; 0 failed attempts/);
  expect(output).toMatch(/\d of 7 thresholds of production exceeded/);
});

it('ends cleanly by Ctrl-C', async () => {
  const watching = spawn(process.execPath, [PROGRAM, '--data', service.data]);
  const output: string[] = [];
  watching.stdout.on('data', (chunk) => output.push(String(chunk)));
  watching.stderr.on('data', (chunk) => output.push(`ERROR ${chunk}`));
  await until('the first figures', () => output.join('').includes('Thresholds') || { waitingFor: output });

  watching.kill('SIGINT');
  const [code] = await once(watching, 'exit');

  expect(code).toBe(0);
  expect(output.join('')).not.toContain('ERROR');
});
