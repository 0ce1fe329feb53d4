import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectionPath } from '../../local/connection-file.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TIMEOUT_MS = 30_000;
const POLL_MS = 10;

/** A local service that `npm start` runs. */
export interface StartedService {
  /** The process id of npm. */
  readonly pid: number;
  /** Seconds from the start until the service had written how to reach it. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

/** Starts the service on a data folder and waits until it is ready. */
export async function startWithNpm(data: string, environment: object = {}): Promise<StartedService> {
  const startedAt = Date.now();
  const npm = spawn('npm', ['start', '--silent', '--', '--port', '0', '--data', data], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
    // A process group of its own, so that all of it can be ended.
    detached: true,
  });
  const stop = async () => {
    if (npm.exitCode !== null || npm.pid === undefined) return;
    const exited = once(npm, 'exit');
    process.kill(-npm.pid, 'SIGTERM');
    await exited;
  };
  for (const deadline = startedAt + TIMEOUT_MS; Date.now() < deadline; await wait(POLL_MS)) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}.`);
    const writtenAt = statSync(connectionPath(data), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // One of an earlier start does not count.
    if (writtenAt < startedAt || npm.pid === undefined) continue;
    return { pid: npm.pid, readyAfter: (writtenAt - startedAt) / 1000, stop };
  }
  await stop();
  throw new Error(`npm start was not ready within ${TIMEOUT_MS / 1000} s.`);
}
