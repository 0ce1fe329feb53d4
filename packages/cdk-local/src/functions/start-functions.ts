import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ClockSetting } from '../clock/install-clock.ts';
import type { LoadedAssembly } from '../template/load.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import {
  type ContainerPool,
  createContainerPool,
  type PoolLimits,
  type PoolResult,
} from './container-pool.ts';
import { type FunctionDefinition, readFunction } from './function-definition.ts';
import type { Functions, InvocationResult } from './functions.ts';
import { createIdleContainers, type IdleLimits } from './idle-containers.ts';
import { continueChain, MAX_INVOCATIONS_IN_CHAIN } from './lineage.ts';
import { type Log, openLog } from './log.ts';
import { createQuietQueue } from './quiet-queue.ts';
import { watchLoad } from './watch-load.ts';
import { watchQuiet } from './watch-quiet.ts';

export interface FunctionsOptions {
  readonly assembly: Pick<LoadedAssembly, 'resources' | 'assetDirectory'>;
  readonly awsEndpoint: string;
  /** Each function's output is appended to `<function name>.log` here. */
  readonly logDirectory: string;
  /** Values in place of those that the template gives to environment variables of the same name. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The clock of the functions. @default real time */
  readonly clock?: ClockSetting | undefined;
  readonly limits?: Partial<PoolLimits & IdleLimits>;
  readonly onInvocation?: (invocation: Invocation) => void;
  /** Told in one line what a developer must see, such as a stopped loop. @default prints to stderr */
  readonly report?: (line: string) => void;
}

/** One finished invocation, for measurements and error counts. */
export interface Invocation {
  readonly functionName: string;
  readonly durationMs: number;
  readonly coldStart: boolean;
  readonly result: InvocationResult;
}

/** The deployed functions, and the end of all their containers. */
export interface RunningFunctions extends Functions {
  close(): Promise<void>;
}

const defaultLimits: PoolLimits & IdleLimits = {
  // Room for many conversations, whose functions mostly wait.
  unreservedConcurrency: 32,
  // Longer than any gateway waits, which gives up after 29 seconds.
  throttleAfterMs: 30_000,
  // Longer than the pauses of a conversation.
  restAfterMs: 20_000,
  idleMs: 5 * 60_000,
  // The functions of one call, up to its first turn: 10 to 15 MB each.
  keptIdle: 14,
  keptForUse: 4,
};

/** Containers of all functions that start at the same time: the others of the processors are left to those that work. */
const STARTING_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Makes every function of the stacks ready to be invoked; containers start on first use. */
export function startFunctions(options: FunctionsOptions): RunningFunctions {
  const { assembly, awsEndpoint, environment: overrides = {}, logDirectory, clock, onInvocation } = options;
  const report = options.report ?? ((line: string) => console.error(line));
  mkdirSync(logDirectory, { recursive: true });
  const limits = { ...defaultLimits, ...options.limits };
  const startInTurn = limitConcurrency(STARTING_AT_ONCE);
  const isBusy = watchLoad();
  const { isQuiet, during } = watchQuiet();
  const idleContainers = createIdleContainers(limits, createQuietQueue(isQuiet));
  const deployed = new Map<string, DeployedFunction>();
  for (const resource of assembly.resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    const directory = assembly.assetDirectory(resource);
    const definition = readFunction({ resource, directory, awsEndpoint, overrides, clock });
    const log = openLog(join(logDirectory, `${definition.name}.log`));
    const pool = createContainerPool(definition, limits, {
      log: log.write,
      startInTurn,
      idleContainers,
      isBusy,
    });
    deployed.set(definition.arn, { definition, log, pool });
  }

  return {
    invoke: async (functionArn, event, traceHeaders = []) => {
      const found = deployed.get(unqualified(functionArn));
      if (!found) throw new Error(`The stacks have no function ${functionArn}`);
      const { traceHeader, earlier } = continueChain(found.definition.arn, traceHeaders);
      const isLoop = earlier >= MAX_INVOCATIONS_IN_CHAIN && !found.definition.allowsRecursion;
      const startedAt = performance.now();
      const { result, coldStart } = isLoop
        ? stopLoop(found, report)
        : await during(() => found.pool.invoke(event, traceHeader));
      const durationMs = performance.now() - startedAt;
      onInvocation?.({ functionName: found.definition.name, durationMs, coldStart, result });
      return result;
    },
    close: async () => {
      const all = [...deployed.values()];
      await Promise.all(all.map(({ pool }) => pool.close()));
      await Promise.all(all.map(({ log }) => log.close()));
    },
  };
}

interface DeployedFunction {
  readonly definition: FunctionDefinition;
  readonly log: Log;
  readonly pool: ContainerPool;
}

/** Refuses an invocation that continues a recursive loop, and logs Lambda's metric of it. */
function stopLoop(
  { definition: { name }, log }: DeployedFunction,
  report: (line: string) => void,
): PoolResult {
  const reason = `${name} was invoked ${MAX_INVOCATIONS_IN_CHAIN} times in one chain of requests`;
  log.write(`${new Date().toISOString()}\tMETRIC\tRecursiveInvocationsDropped 1\t${reason}\n`);
  report(`Stopped a recursive loop (RecursiveInvocationsDropped): ${reason}`);
  const message = `RecursiveInvocationException: ${reason}`;
  return { result: { ok: false, error: 'recursive', message }, coldStart: false };
}

/** arn:aws:lambda:region:account:function:name[:qualifier] without the qualifier. */
function unqualified(functionArn: string): string {
  return functionArn.split(':').slice(0, 7).join(':');
}
