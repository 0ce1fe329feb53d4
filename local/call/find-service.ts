import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommandError } from '#cli/errors.ts';
import { poll } from '#cli/poll.ts';
import {
  type Connection,
  connectionPath,
  readConnection,
  startFirst,
} from '#cli/settings/connection-file.ts';

export interface FoundService {
  readonly connection: Connection;
  /** Stops the service if it was started for the call. */
  close(): Promise<void>;
}

interface Search {
  readonly data: string;
  /** Asks the user a question; resolves with false without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** Milliseconds within which a running service must answer, and between checks of a starting one. */
const ANSWER_WITHIN_MS = 15_000;
const POLL_MS = 200;

/** Finds the running service, or starts one for this call if the user agrees. Throws CommandError otherwise. */
export async function findService({ data, confirm, signal }: Search): Promise<FoundService> {
  const connection = readConnection(data);
  if (connection && (await answers(connection))) return { connection, close: async () => {} };
  const folder = resolve(data);
  const reason = connection
    ? `No service answers at ${new URL(connection.base_url).origin}, the last known address for ${folder}.`
    : `No service is running on the data folder ${folder}.`;
  if (await confirm(`${reason} Start one for this call? [y/N] `)) return startService(data, signal);
  throw new CommandError(startFirst(data, reason));
}

/** Asks on the terminal; only "y" and "yes" agree. */
export async function confirmOnTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** Whether a service answers. A slow one counts as running: the first request to it reports the delay. */
async function answers({ base_url: url }: Connection): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.body?.cancel();
    return true;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError';
  }
}

async function startService(data: string, signal: AbortSignal): Promise<FoundService> {
  rmSync(connectionPath(data), { force: true });
  const run = join(import.meta.dirname, '..', '..', 'bin', 'run.mjs');
  // Its own process group, so that Ctrl-C ends the call first. When this process exits, `run.mjs` ends the service.
  const service = spawn(process.execPath, [run, 'local/start.ts', '--port', '0', '--data', data], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = () => stop(service);
  const ready = async () => (service.exitCode === null ? readConnection(data) : null);
  try {
    const connection = await poll(ready, { withinMs: Number.POSITIVE_INFINITY, everyMs: POLL_MS, signal });
    if (connection) return { connection, close };
  } catch (error) {
    await close();
    throw error;
  }
  throw new CommandError('The service could not be started.');
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}
