import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sampleNames } from '../local/call/sample.ts';
import { startWithNpm } from './local-service/npm-start.ts';
import { processesBelow, residentSum } from './local-service/processes.ts';
import { number, type Table, verdict } from './table.ts';
import { measureFirstTurns } from './turns/first-turns.ts';

const ROOT = join(import.meta.dirname, '..');
const CALLS = 10;
const MAX_MB = 400;

/** Milliseconds between the last call and the measurement. */
export const REST_MS = 60_000;

/** Megabytes of the processes that `npm start` made. */
interface Megabytes {
  /** The service and the processes that it started. */
  readonly service: number;
  /** npm, its shell and `bin/run.mjs`, which wait for the service. */
  readonly launchers: number;
}

/** Measures what the local service has in memory, and how soon it answers after a rest. */
export async function measureMemory(): Promise<readonly Table[]> {
  return [await measureResident(), await measureFirstTurns(REST_MS)];
}

async function measureResident(): Promise<Table> {
  const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  const service = await startWithNpm(data);
  try {
    const started = megabytesOf(service.pid);
    for (const sample of samples(CALLS)) await call(data, sample);
    const called = megabytesOf(service.pid);
    await wait(REST_MS);
    const rested = megabytesOf(service.pid);
    return {
      title: 'Memory',
      note:
        `Resident memory (1 MB is 1,000,000 bytes) of \`npm start\` with a new data folder and \`npm run call -- --sample\` ${CALLS} times; ` +
        `what processes share counts for each of them. Goal: ${MAX_MB} MB of the service after a rest of ${REST_MS / 1000} s.`,
      columns: ['when', 'service, MB', 'npm and launchers, MB', 'goal'],
      rows: [
        rowOf('ready', started),
        rowOf(`after ${CALLS} calls`, called),
        [...rowOf(`${REST_MS / 1000} s later`, rested).slice(0, -1), verdict(rested.service, MAX_MB)],
      ],
    };
  } finally {
    await service.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

const rowOf = (when: string, { service, launchers }: Megabytes) => [
  when,
  number(service),
  number(launchers),
  '',
];

function megabytesOf(npm: number): Megabytes {
  const all = processesBelow(npm);
  const main = all.find(({ command }) => command.includes('local/start.ts') && !command.includes('run.mjs'));
  if (!main) throw new Error('The service does not run.');
  const service = residentSum(processesBelow(main.pid));
  return { service, launchers: residentSum(all) - service };
}

/** The names of that many samples, in turn. */
function samples(count: number): readonly string[] {
  const names = sampleNames();
  return Array.from({ length: count }, (_, index) => names[index % names.length] ?? '');
}

async function call(data: string, sample: string): Promise<void> {
  const args = ['run', '--silent', 'call', '--', '--data', data, '--sample', sample];
  await promisify(execFile)('npm', args, { cwd: ROOT });
}
