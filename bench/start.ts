import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KEPT_BUNDLES } from '../lib/bundles.ts';
import { median } from './statistics.ts';
import { number, type Table, verdict } from './table.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNS = 3;
const MAX_SECONDS = 5;
const TIMEOUT_MS = 30_000;
const POLL_MS = 10;

/** Measures the time from `npm start` to ready: with a new data folder, and with that folder again. */
export async function measureStart(): Promise<Table> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
    try {
      rmSync(KEPT_BUNDLES, { recursive: true, force: true });
      fresh.push(await startOnce(data));
      again.push(await startOnce(data));
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }
  return {
    title: 'Start',
    note: `From \`npm start\` to ready, everything installed, median of ${RUNS}. Goal: ${MAX_SECONDS} s.`,
    columns: ['data folder', 'seconds', 'fastest', 'slowest', 'goal'],
    rows: [rowOf('new, and the functions bundled anew', fresh), rowOf('of an earlier start', again)],
  };
}

function rowOf(name: string, seconds: readonly number[]) {
  const typical = median(seconds);
  const extremes = [number(Math.min(...seconds), 1), number(Math.max(...seconds), 1)];
  return [name, number(typical, 1), ...extremes, verdict(typical, MAX_SECONDS)];
}

/** Seconds until the service has written its connection file. */
async function startOnce(data: string): Promise<number> {
  const connectionFile = join(data, 'connection.json');
  const startedAt = Date.now();
  const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', data], {
    cwd: ROOT,
    stdio: 'ignore',
    // Its own process group, so that all of it can be ended.
    detached: true,
  });
  try {
    for (const deadline = startedAt + TIMEOUT_MS; Date.now() < deadline; await wait(POLL_MS)) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}.`);
      const writtenAt = statSync(connectionFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      // Ignores the file of an earlier start.
      if (writtenAt >= startedAt) return (writtenAt - startedAt) / 1000;
    }
    throw new Error(`npm start was not ready within ${TIMEOUT_MS / 1000} s.`);
  } finally {
    await end(npm);
  }
}

async function end(npm: ChildProcess): Promise<void> {
  if (npm.exitCode !== null || npm.pid === undefined) return;
  const exited = once(npm, 'exit');
  process.kill(-npm.pid, 'SIGTERM');
  await exited;
}
