import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeConnection } from '../../../local/connection-file.ts';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { newDataFolder } from '../../support/service/service-process.ts';
import { startTalk } from '../../support/talk.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'local', 'watch', 'watch.ts');

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({});
}, 240_000);
afterAll(() => service.close());

const CALL_FAILED = { namespace: 'phone-call-agents', name: 'CallFailed' };

/** Whether an alarm notifies people at present. */
const isRinging = () =>
  service.runtime.cloudWatch
    .alarms()
    .some(({ state, actions }) => state === 'ALARM' && actions === 'enabled');

const watch = (...args: string[]) => promisify(execFile)(process.execPath, [PROGRAM, ...args]);

/** What it shows of the service, once. */
const show = async () => (await watch('--once', '--minutes', '60', '--data', service.data)).stdout;

const shown = (pattern: RegExp) =>
  until(String(pattern), async () => {
    const output = await show();
    return pattern.test(output) ? output : { waitingFor: output };
  });

describe('npm run watch', () => {
  it('shows calls, turns and deliveries, and that no alarm is raised', async () => {
    await addModelRules(service.connection, [{ when: { system: 'SPEC-WATCH' }, reply: 'Gladly.' }]);
    const { call, line, happened } = await startTalk(service.connection, service.api, {
      prompt: 'SPEC-WATCH',
    });
    await line({ say: 'hello' });
    await happened('Gladly.');
    const during = await shown(/1 in conversation now/);
    await line({ hang_up: true });
    await service.api.finishedCall(call.id);

    const output = await shown(/\b0 in conversation now[\s\S]*ended, outbound: 1 conversation/);

    expect(during).toContain('phone-call-agents · production');
    expect(output).toMatch(/[1-9] turns, 0 interrupted, 0 failed; 0 of [1-9] requests to models failed/);
    expect(output).toMatch(/callee waits +\d+ ms +\d+ ms +\d+ ms|callee waits .*\d\.\d s/);
    expect(output).toMatch(/\d delivered, 0 to be retried, 0 given up/);
    expect(output).toMatch(/\d+ alarms: 0 raised, 0 ringing/);
  });

  it('shows a raised alarm with its section and its meaning', async () => {
    const { agent } = await makeAgent(service.api);
    for (let period = 0; period < 3; period += 1) {
      const failing = Array.from({ length: 10 }, () =>
        placeCall(service.connection, service.api, { agent: agent.id, callee: { answer: 'failed' } }),
      );
      const placed = await Promise.all(failing);
      await Promise.all(placed.map(({ call }) => service.api.finishedCall(call.id)));
      await until('the metrics of these calls', () => {
        const metric = { ...CALL_FAILED, dimensions: { Environment: 'production' } };
        const failed = service.runtime.cloudWatch.statistic(metric, 'Sum', 180) ?? 0;
        return failed >= 10 * (period + 1) || { waitingFor: failed };
      });
      // The periods of an alarm slide: it is raised in the minute in which each holds calls of one round.
      for (let minute = 0; minute < 5 && !isRinging(); minute += 1) service.runtime.cloudWatch.pass(1);
    }

    const output = await show();

    expect(output).toMatch(/alarms: \d raised, 1 ringing/);
    expect(output).toMatch(/callers-affected since .*: RINGS/);
    expect(output).toMatch(/calls-in-error since .*: part of another alarm/);
  });

  it('evaluates every alarm of the template', () => {
    expect(service.runtime.cloudWatch.alarms().flatMap(({ fault }) => fault ?? [])).toEqual([]);
  });
});

describe('npm run watch without a service', () => {
  it('says in one line how to start one', async () => {
    const failed = await watch('--data', '/tmp/nobody-is-here').catch((error) => error);

    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toBe(
      'No service runs on the data folder /tmp/nobody-is-here. Start it with "npm start -- --data /tmp/nobody-is-here" first.\n',
    );
  });

  it('says in one line that the service no longer answers', async () => {
    const data = newDataFolder();
    onTestFinished(() => rmSync(data, { recursive: true }));
    writeConnection(data, { ...service.connection, aws_endpoint_url: 'http://127.0.0.1:9' });

    const failed = await watch('--once', '--data', data).catch((error) => error);

    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^No service answers at http:\/\/127\.0\.0\.1:9\..*\n$/);
  });

  it.each([
    [['--minutes', '0'], '--minutes must be a number from 1 to 180, not "0".'],
    [['--minuts', '5'], "Unknown option '--minuts'. See npm run watch -- --help."],
  ])('refuses %j', async (args, fault) => {
    const failed = await watch(...args).catch((error) => error);

    expect(failed.stderr.trim()).toBe(fault);
  });
});

it('ends cleanly by Ctrl-C', async () => {
  const watching = spawn(process.execPath, [PROGRAM, '--data', service.data]);
  const output: string[] = [];
  watching.stdout.on('data', (chunk) => output.push(String(chunk)));
  watching.stderr.on('data', (chunk) => output.push(`ERROR ${chunk}`));
  await until('the first figures', () => output.join('').includes('Alarms') || { waitingFor: output });

  watching.kill('SIGINT');
  const [code] = await once(watching, 'exit');

  expect(code).toBe(0);
  expect(output.join('')).not.toContain('ERROR');
});
