import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { stop as stopCompiler, transformSync } from 'esbuild';
import { realTime } from '../clock/install-clock.ts';
import type { ContainerMessage, ContainerStart, InvokeMessage, RestMessage } from './container-messages.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { InvocationResult } from './functions.ts';

export interface Container {
  /** Never rejects. */
  invoke(event: unknown, by: InvokedBy): Promise<InvocationResult>;
  /** Resolves when the container has started, and also if it failed to start. */
  readonly started: Promise<unknown>;
  /** Milliseconds, on the clock of `performance`. */
  readonly startedAt: number;
  /** The use of the container's thread, in total or since an earlier answer. */
  readonly load: Worker['performance']['eventLoopUtilization'];
  /** False after a time-out or crash: the container takes no more invocations. */
  isAlive(): boolean;
  /** Collects the container's garbage; an invocation that arrives in the meantime waits. */
  rest(): void;
  stop(): Promise<void>;
}

export interface InvokedBy {
  /** With the alias or version, if there is one. */
  readonly invokedArn: string;
  readonly traceHeader: string;
}

/** Lambda's own limit: https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const INIT_TIMEOUT_MS = 10_000;

/** Starts a container. Its output and the failures of its invocations go to `log`. */
export function startContainer(definition: FunctionDefinition, log: (text: string) => void): Container {
  const worker = createWorker(definition);
  const crashed = Promise.withResolvers<InvocationResult>();
  let alive = true;
  const crash = (message: string) => {
    alive = false;
    log(`${message}\n`);
    crashed.resolve(failure('crash', message));
  };
  worker.stdout.on('data', (chunk) => log(String(chunk)));
  worker.stderr.on('data', (chunk) => log(String(chunk)));
  worker.on('error', (error) =>
    crash(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  worker.on('exit', (code) => {
    if (alive) crash(`The runtime exited with status ${code}`);
  });

  const stop = async () => {
    alive = false;
    crashed.resolve(failure('crash', 'The container was stopped'));
    await worker.terminate();
  };
  const race = (answer: Promise<InvocationResult>, timeout: { ms: number; message: string }) =>
    withTimeout(Promise.race([answer, crashed.promise]), timeout.ms, () => {
      log(`${timeout.message}\n`);
      void stop();
      return failure('timeout', timeout.message);
    });

  const ready = race(
    nextMessage(worker).then(() => ({ ok: true, payload: null })),
    {
      ms: INIT_TIMEOUT_MS,
      message: `Init timed out after ${seconds(INIT_TIMEOUT_MS)} seconds`,
    },
  );

  return {
    started: ready,
    startedAt: performance.now(),
    load: worker.performance.eventLoopUtilization,
    isAlive: () => alive,
    rest: () => worker.postMessage({ type: 'rest' } satisfies RestMessage),
    stop,
    invoke: async (event, { invokedArn, traceHeader }) => {
      const initialized = await ready;
      if (!initialized.ok) return initialized;
      const requestId = randomUUID();
      const deadline = Date.now() + definition.timeoutMs;
      const answer = nextMessage(worker).then((message) => toResult(message, requestId, log));
      const message: InvokeMessage = {
        type: 'invoke',
        requestId,
        invokedArn,
        event: JSON.stringify(event ?? null),
        traceHeader,
        deadline,
      };
      worker.postMessage(message);
      return race(answer, {
        ms: definition.timeoutMs,
        message: `Task timed out after ${seconds(definition.timeoutMs)} seconds`,
      });
    },
  };
}

function nextMessage(worker: Worker): Promise<ContainerMessage> {
  return new Promise((resolve) => worker.once('message', resolve));
}

function toResult(
  message: ContainerMessage,
  requestId: string,
  log: (text: string) => void,
): InvocationResult {
  if (message.type === 'ready') throw new Error('The container became ready twice');
  if (message.type === 'result') return { ok: true, payload: JSON.parse(message.payload) };
  const { errorType, errorMessage, stack } = message;
  log(
    `${new Date().toISOString()}\t${requestId}\tERROR\tInvoke Error\t${JSON.stringify({ errorType, errorMessage, stack })}\n`,
  );
  return { ok: false, error: 'error', message: `${errorType}: ${errorMessage}` };
}

async function withTimeout<T>(work: Promise<T>, ms: number, onTimeout: () => T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = realTime.setTimeout(() => late.resolve(onTimeout()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function failure(error: 'timeout' | 'crash', message: string): InvocationResult {
  return { ok: false, error, message };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

function createWorker(definition: FunctionDefinition): Worker {
  const { name, directory, handler, memoryMb, clock: setting } = definition;
  const clock = setting && { setting, module: codeOf('../clock/install-clock').href };
  const workerData: ContainerStart = { name, directory, handler, memoryMb, ...(clock && { clock }) };
  return new Worker(codeOf('container-worker'), {
    workerData,
    env: definition.environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}

const codes = new Map<string, URL>();

/** The JavaScript of a worker, cached: removing types takes as long as the rest of its start. */
function codeOf(name: string): URL {
  // The package may be compiled.
  const file = `${name}${extname(import.meta.filename)}`;
  const known = codes.get(file);
  if (known) return known;
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  const { code: javascript } = transformSync(source, { loader: 'ts', target: 'node24' });
  // Otherwise the compiler's process and thread would stay.
  void stopCompiler();
  const code = new URL(`data:text/javascript,${encodeURIComponent(javascript)}`);
  codes.set(file, code);
  return code;
}
