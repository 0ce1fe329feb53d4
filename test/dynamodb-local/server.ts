import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A running DynamoDB Local, its tables in memory. */
export interface DynamoDbLocal {
  readonly url: string;
  stop(): Promise<void>;
}

const MAX_START_MS = 30_000;

/** Starts the jar of a folder on a free port. It cannot be bound to the loopback interface only. */
export async function startDynamoDbLocal(folder: string): Promise<DynamoDbLocal> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ['-inMemory', '-disableTelemetry', '-port', `${port}`];
  const java = spawn(
    'java',
    ['-Djava.library.path=DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar', ...options],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const exited = once(java, 'exit');
  const end = () => java.kill();
  process.once('exit', end);
  await waitUntilReady(url, java);
  return {
    url,
    async stop() {
      process.off('exit', end);
      end();
      await exited;
    },
  };
}

async function waitUntilReady(url: string, java: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + MAX_START_MS; Date.now() < deadline; await wait(50)) {
    if (java.exitCode !== null) throw new Error(`DynamoDB Local ended with code ${java.exitCode}.`);
    // Any answer will do.
    if (await fetch(url).catch(() => undefined)) return;
  }
  java.kill();
  throw new Error(`DynamoDB Local was not ready within ${MAX_START_MS / 1000} s.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  server.close();
  await once(server, 'close');
  return address.port;
}
