import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContainerMessage, ContainerStart, InvokeMessage } from './container-messages.ts';

type Callback = (error: unknown, result?: unknown) => void;
type Handler = (event: unknown, context: unknown, callback: Callback) => unknown;

const start: ContainerStart = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs in a worker');

const handler = await loadHandler(start);
const reply = (message: ContainerMessage) => port.postMessage(message);
port.on('message', async (message: InvokeMessage) => {
  try {
    const result = await run(handler, JSON.parse(message.event), contextOf(message));
    reply({ type: 'result', payload: JSON.stringify(result ?? null) });
  } catch (error) {
    reply(describe(error));
  }
});
reply({ type: 'ready' });

/** Loads the export that `handler` names, in the ways Lambda does: an `.mjs` module, or CommonJS. */
async function loadHandler({ directory, handler }: ContainerStart): Promise<Handler> {
  const dot = handler.lastIndexOf('.');
  const path = join(directory, handler.slice(0, dot));
  const exported: Record<string, unknown> = existsSync(`${path}.mjs`)
    ? await import(pathToFileURL(`${path}.mjs`).href)
    : createRequire(path)(existsSync(`${path}.cjs`) ? `${path}.cjs` : `${path}.js`);
  const loaded = exported[handler.slice(dot + 1)];
  if (!isHandler(loaded)) throw new Error(`${handler} is undefined or not exported`);
  return loaded;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

function run(handler: Handler, event: unknown, context: unknown): Promise<unknown> {
  if (handler.length < 3) return Promise.resolve(handler(event, context, () => {}));
  return new Promise((resolve, reject) => {
    const returned = handler(event, context, (error, result) => (error ? reject(error) : resolve(result)));
    if (returned instanceof Promise) returned.then(resolve, reject);
  });
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function contextOf({ requestId, deadline }: InvokeMessage) {
  return {
    awsRequestId: requestId,
    functionName: start.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: start.arn,
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

/** An error made in the bundle, whose globals are another realm's. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}
