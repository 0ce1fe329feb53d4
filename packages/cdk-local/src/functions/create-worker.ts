import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { stop as stopCompiler, transformSync } from 'esbuild';
import type { ContainerStart } from './container-messages.ts';
import type { FunctionDefinition } from './function-definition.ts';

/** Starts the worker of a container. */
export function createWorker(definition: FunctionDefinition): Worker {
  const { name, arn, directory, handler, memoryMb } = definition;
  const workerData: ContainerStart = { name, arn, directory, handler, memoryMb };
  return new Worker(workerCode(), {
    workerData,
    env: definition.environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}

let code: URL | undefined;

/** What workers run, as JavaScript: removing the types in each of them anew would take as long as all the rest of their start. */
function workerCode(): URL {
  if (!code) {
    const source = readFileSync(join(import.meta.dirname, 'container-worker.ts'), 'utf8');
    const { code: javascript } = transformSync(source, { loader: 'ts', target: 'node24' });
    // The compiler's process and thread would stay.
    void stopCompiler();
    code = new URL(`data:text/javascript,${encodeURIComponent(javascript)}`);
  }
  return code;
}
