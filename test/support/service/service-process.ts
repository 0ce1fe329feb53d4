import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realTime } from 'cdk-local/clock/install-clock.ts';
import { sharedAssembly } from '../run/assembly.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The connection file of the service. */
export interface Connection {
  environment: string;
  base_url: string;
  access_token: string;
  second_access_token: string;
  phone_number: string;
  websocket_url: string;
  carrier_url: string;
  model_url: string;
  language_model: string;
  bedrock_url: string;
  vector_database_url: string;
  aws_endpoint_url: string;
  operator_key: string;
  openapi_url: string;
  mcp_url?: string | undefined;
  console_url?: string | undefined;
}

/** Real milliseconds in which a service starts on a busy machine. */
const READY_MS = 240_000;

/** A local service in its own process. */
export interface ServiceProcess {
  readonly connection: Connection;
  readonly data: string;
  readonly output: () => string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Stops it. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** A new data folder, below the system's folder for temporary files. */
export const newDataFolder = () => mkdtempSync(join(tmpdir(), 'phone-call-agents-test-'));

/** A test runner that is killed cannot stop its services. */
const ENDS_WITH_PARENT = [
  '--import',
  'data:text/javascript,const { ppid } = process; setInterval(() => process.ppid === ppid || process.exit(1), 1000).unref()',
];

/** Starts the service as `npm start` does and waits until it is ready. */
export async function startService(
  options: {
    readonly data?: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    /** Whether to synthesize like `npm start`, rather than run the assembly that the test run shares. @default false */
    readonly synthesizes?: boolean;
  } = {},
): Promise<ServiceProcess> {
  const { data = newDataFolder(), args = [], env = {}, synthesizes = false } = options;
  const environment = args.includes('production') ? 'production' : 'staging';
  const assembly = synthesizes ? {} : { ASSEMBLY: await sharedAssembly(environment) };
  const file = join(data, 'connection.json');
  const startedAt = realTime.Date.now();
  const command = [...ENDS_WITH_PARENT, join(ROOT, 'local/start.ts'), '--port', '0', '--data', data, ...args];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...assembly, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  const connection = await waitForConnection({ file, child, startedAt, output: () => output });
  return {
    connection,
    data,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

async function waitForConnection({
  file,
  child,
  startedAt,
  output,
}: {
  readonly file: string;
  readonly child: ChildProcess;
  readonly startedAt: number;
  readonly output: () => string;
}): Promise<Connection> {
  for (const deadline = startedAt + READY_MS; realTime.Date.now() < deadline; await realTime.wait(50)) {
    if (child.exitCode !== null)
      throw new Error(`The service ended with code ${child.exitCode}:\n${output()}`);
    // Ignores the file of an earlier start.
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt)
      return JSON.parse(readFileSync(file, 'utf8'));
  }
  child.kill('SIGKILL');
  throw new Error(`The service was not ready within ${READY_MS / 1000} s:\n${output()}`);
}
