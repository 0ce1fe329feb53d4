import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContainerMessage, ContainerStart, InvokeMessage, RestMessage } from './container-messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

const start: ContainerStart = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs in a worker');

// Installed before the handler loads, which may keep references to timers.
if (start.clock) (await import(start.clock.module)).installClock(start.clock.setting);
const handler = loadHandler(start);
const reply = (message: ContainerMessage) => port.postMessage(message);
port.on('message', async (message: InvokeMessage | RestMessage) => {
  if (message.type === 'rest') return collectGarbage();
  // Like Lambda's runtime; the SDK sends it with each request.
  process.env._X_AMZN_TRACE_ID = message.traceHeader;
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    reply({ type: 'result', payload: JSON.stringify(result ?? null) });
  } catch (error) {
    reply(describe(error));
  }
});
reply({ type: 'ready' });

/** Loads the export that `handler` names, of a bundle in CommonJS. */
function loadHandler({ directory, handler }: ContainerStart): Handler {
  const dot = handler.lastIndexOf('.');
  const path = join(directory, `${handler.slice(0, dot)}.cjs`);
  const exported: Record<string, unknown> = createRequire(path)(path);
  const loaded = exported[handler.slice(dot + 1)];
  if (!isHandler(loaded)) throw new Error(`${handler} is undefined or not exported`);
  return loaded;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

/** Shrinks the heap to what is in use: V8 collects only when it allocates. Compiled code stays. */
function collectGarbage(): void {
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })");
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function contextOf({ requestId, invokedArn, deadline }: InvokeMessage) {
  return {
    awsRequestId: requestId,
    functionName: start.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: invokedArn,
    memoryLimitInMB: String(start.memoryMb),
    logGroupName: `/aws/lambda/${start.name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function describe(error: unknown): ContainerMessage {
  const known = error instanceof Error || isErrorLike(error) ? error : undefined;
  return {
    type: 'error',
    errorType: known?.name ?? typeof error,
    errorMessage: known?.message ?? String(error),
    stack: known?.stack?.split('\n') ?? [],
  };
}

/** An error from the bundle, whose globals belong to another realm. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
