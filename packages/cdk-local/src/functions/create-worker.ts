import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { stop as stopCompiler, transformSync } from 'esbuild';
import type { ContainerStart } from './container-messages.ts';
import type { FunctionDefinition } from './function-definition.ts';

export function createWorker(definition: FunctionDefinition): Worker {
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
