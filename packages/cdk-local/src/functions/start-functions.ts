import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { type ClockSetting, realTime } from '../clock/install-clock.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import type { LoadedAssembly } from '../template/load.ts';
import { CONCURRENCY, createConcurrency } from './concurrency.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import type { InvokedBy } from './container.ts';
import {
  type ContainerPool,
  createContainerPool,
  type PoolLimits,
  type PoolResult,
  THROTTLED,
} from './container-pool.ts';
import { type AwsAddress, type FunctionDefinition, readFunction } from './function-definition.ts';
import type { Functions, InvocationResult } from './functions.ts';
import { createIdleContainers, type IdleLimits } from './idle-containers.ts';
import { continueChain, MAX_INVOCATIONS_IN_CHAIN } from './lineage.ts';
import { type Log, openLog } from './log.ts';
import { unqualified } from './qualifiers.ts';

export interface FunctionsOptions {
  readonly assembly: Pick<LoadedAssembly, 'resources' | 'assetDirectory'>;
  readonly aws: AwsAddress;
  readonly logDirectory: string;
  /** Values that replace those of the template's environment variables with the same names. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The clock of the functions. @default real time */
  readonly clock?: ClockSetting | undefined;
  readonly limits?: Partial<PoolLimits & IdleLimits>;
  readonly faults?: Faults;
  readonly onInvocation?: ((invocation: Invocation) => void) | undefined;
  /** Reports problems to the developer in one line, such as a stopped loop. @default prints to stderr */
  readonly report?: (line: string) => void;
}

export interface Invocation {
  readonly functionName: string;
  readonly durationMs: number;
  readonly coldStart: boolean;
  readonly result: InvocationResult;
}

export interface RunningFunctions extends Functions {
  /**
   * Resolves when nothing has run for a few milliseconds of real time, so that all effects of the last events are there.
   * Returns whether anything ran since it resolved last.
   */
  idle(): Promise<boolean>;
  close(): Promise<void>;
}

const defaultLimits: PoolLimits & IdleLimits = {
  // Room for many conversations, whose functions mostly wait.
  containers: 32,
  // Longer than any gateway waits, which gives up after 29 seconds.
  throttleAfterMs: 30_000,
  // Longer than the pauses of a conversation.
  restAfterMs: 20_000,
  idleMs: 5 * 60_000,
  // The first functions of a call: about 17 MB each. The others start while it rings.
  minIdle: 6,
  maxIdle: 40,
};

/** Containers of all functions that start at the same time, which leaves the other processors to busy ones. */
const STARTING_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Milliseconds in which a write reaches the functions that a stream or a queue starts. */
const QUIET_MS = 5;

/** Makes every function of the stacks ready to be invoked; containers start on first use. */
export function startFunctions(options: FunctionsOptions): RunningFunctions {
  const { assembly, aws, environment: overrides = {}, logDirectory, clock } = options;
  const { onInvocation, faults = noFaults() } = options;
  const report = options.report ?? ((line: string) => console.error(line));
  mkdirSync(logDirectory, { recursive: true });
  const limits = { ...defaultLimits, ...options.limits };
  const startInTurn = limitConcurrency(STARTING_AT_ONCE);
  const isBusy = watchLoad();
  const idleContainers = createIdleContainers(limits);
  const deployed = new Map<string, DeployedFunction>();
  for (const resource of assembly.resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    const log = openLog(join(logDirectory, `${resource.ref}.log`));
    const directory = assembly.assetDirectory(resource);
    const definition = readFunction({ resource, directory, aws, overrides, clock });
    const { inContainer } = faults;
    const surroundings = { log: log.write, startInTurn, idleContainers, isBusy, inContainer };
    deployed.set(definition.arn, {
      definition,
      log,
      pool: createContainerPool(definition, limits, surroundings),
    });
  }
  const { enter } = createConcurrency(
    [...deployed.values()].map(({ definition }) => definition),
    { account: CONCURRENCY, containers: limits.containers },
  );
  /** Invokes unless the function's concurrency is used up; then Lambda refuses at once. */
  const invokeOrThrottle = async (
    { definition, pool }: DeployedFunction,
    event: unknown,
    by: InvokedBy,
  ): Promise<PoolResult> => {
    const leave = enter(definition.arn);
    if (!leave) return { result: THROTTLED, coldStart: false };
    try {
      return await pool.invoke(event, by);
    } finally {
      leave();
    }
  };

  let [begun, begunBefore, running] = [0, 0, 0];

  return {
    // An alias leads to the template's code, the only version.
    invoke: async (functionArn, event, traceHeaders = []) => {
      const found = deployed.get(unqualified(functionArn));
      if (!found) throw new Error(`The stacks have no function ${functionArn}`);
      const { name: functionName, arn } = found.definition;
      const { traceHeader, earlier } = continueChain(arn, traceHeaders);
      const startedAt = performance.now();
      begun += 1;
      running += 1;
      const { result, coldStart } =
        earlier >= MAX_INVOCATIONS_IN_CHAIN
          ? stopLoop(found, report)
          : await invokeUnder(faults, found, () =>
              invokeOrThrottle(found, event, { invokedArn: functionArn, traceHeader }),
            );
      running -= 1;
      onInvocation?.({ functionName, durationMs: performance.now() - startedAt, coldStart, result });
      return result;
    },
    idle: async () => {
      for (let quietMs = 0, seen = begun; quietMs < QUIET_MS; quietMs += 1) {
        await realTime.wait(1);
        if (running > 0 || begun > seen) quietMs = -1;
        seen = begun;
      }
      const hasRun = begun > begunBefore;
      begunBefore = begun;
      return hasRun;
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
  readonly pool: ContainerPool;
  readonly log: Log;
}

/** Invokes a function, unless a fault of Lambda hits the invocation, before or after the function runs. */
async function invokeUnder(
  faults: Faults,
  { definition: { name } }: DeployedFunction,
  invoke: () => Promise<PoolResult>,
): Promise<PoolResult> {
  const fault = faults.invocation(name);
  const finished = fault === 'not started' ? undefined : await invoke();
  if (fault === undefined && finished) return finished;
  const message = `Injected fault: ${fault}`;
  return { result: { ok: false, error: 'crash', message }, coldStart: finished?.coldStart ?? false };
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

/** The period for which the load is measured, in milliseconds. */
const WINDOW_MS = 250;

const BUSY = 0.7;

/** Returns a function that reports whether this thread, which handles everything, or the machine was recently busy. */
function watchLoad(): () => boolean {
  let start = performance.eventLoopUtilization();
  let machine = machineTimes();
  let startedAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - startedAt >= WINDOW_MS) {
      const { idle, total } = machineTimes();
      const isIdle = idle - machine.idle > (1 - BUSY) * (total - machine.total);
      isBusy = !isIdle || performance.eventLoopUtilization(start).utilization > BUSY;
      start = performance.eventLoopUtilization();
      machine = { idle, total };
      startedAt = performance.now();
    }
    return isBusy;
  };
}

/** The milliseconds of all processors since the machine's start. */
function machineTimes() {
  const times = cpus().map(({ times }) => times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  return {
    idle,
    total: times.reduce((sum, each) => sum + each.user + each.nice + each.sys + each.irq, idle),
  };
}
