import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { compileFunction, constants, runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContainerMessage, ContainerStart, InvokeMessage, RestMessage } from './container-messages.ts';

type Callback = (error: unknown, result?: unknown) => void;
type Handler = (event: unknown, context: unknown, callback: Callback) => unknown;

const start: ContainerStart = workerData;
const port = parentPort;
if (!port) throw new Error('This file runs in a worker');

// Installed before the handler loads, which may keep references to timers.
if (start.clock) (await import(start.clock.module)).installClock(start.clock.setting);
const handler = await loadHandler(start);
const reply = (message: ContainerMessage) => port.postMessage(message);
port.on('message', async (message: InvokeMessage | RestMessage) => {
  if (message.type === 'rest') return collectGarbage();
  // Like Lambda's runtime; the SDK sends it with each request.
  process.env._X_AMZN_TRACE_ID = message.traceHeader;
  try {
    const result = await run(handler, JSON.parse(message.event), contextOf(message));
    reply({ type: 'result', payload: JSON.stringify(result ?? null) });
  } catch (error) {
    reply(describe(error));
  }
});
reply({ type: 'ready' });

/** Loads the export that `handler` names, in the ways Lambda does: CommonJS whatever package.json lies above, or an `.mjs` module. */
async function loadHandler({ directory, handler }: ContainerStart): Promise<Handler> {
  const dot = handler.lastIndexOf('.');
  const path = join(directory, handler.slice(0, dot));
  const exported: Record<string, unknown> = existsSync(`${path}.mjs`)
    ? await import(pathToFileURL(`${path}.mjs`).href)
    : existsSync(`${path}.cjs`)
      ? createRequire(path)(`${path}.cjs`)
      : loadCommonJs(`${path}.js`);
  const loaded = exported[handler.slice(dot + 1)];
  if (!isHandler(loaded)) throw new Error(`${handler} is undefined or not exported`);
  return loaded;
}

/** Not by `require`, which would load an `index.js` below this project as an ES module. */
function loadCommonJs(path: string): Record<string, unknown> {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const load = compileFunction(
    readFileSync(path, 'utf8'),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    { filename: path, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
  );
  load(module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
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
