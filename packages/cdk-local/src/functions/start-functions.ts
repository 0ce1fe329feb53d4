import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ClockSetting } from '../clock/install-clock.ts';
import { type Meters, NO_METERS } from '../cloudwatch/counts/meters.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import { AWS_LIMITS, type LambdaLimits } from '../limits/aws-limits.ts';
import { PRESENT_VERSION, PREVIOUS_VERSION } from '../template/identities.ts';
import type { LoadedAssembly } from '../template/load.ts';
import type { Resource } from '../template/resource.ts';
import { type Concurrency, createConcurrency } from './concurrency.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import type { InvokedBy } from './container.ts';
import {
  type ContainerPool,
  createContainerPool,
  type PoolLimits,
  type PoolResult,
  THROTTLED,
} from './container-pool.ts';
import { countInvocations, type InvocationCounter } from './count-invocations.ts';
import { type FunctionDefinition, readFunction } from './function-definition.ts';
import type { Functions, InvocationResult } from './functions.ts';
import { createIdleContainers, type IdleLimits } from './idle-containers.ts';
import { continueChain, MAX_INVOCATIONS_IN_CHAIN } from './lineage.ts';
import { type Log, openLog } from './log.ts';
import { readQualifiers } from './qualifiers.ts';
import { createQuietQueue } from './quiet-queue.ts';
import { watchLoad } from './watch-load.ts';
import { watchQuiet } from './watch-quiet.ts';

export interface FunctionsOptions {
  readonly assembly: Pick<LoadedAssembly, 'resources' | 'assetDirectory'>;
  /**
   * The stacks before the last deployment, with the former versions of functions with an alias: see `shiftTo`.
   * @default only the present version
   */
  readonly previous?: Pick<LoadedAssembly, 'resources' | 'assetDirectory'>;
  readonly awsEndpoint: string;
  /** Each function's output is appended to `<function name>.log` here. */
  readonly logDirectory: string;
  /** Receives each line that a function prints, and the function's ARN. */
  readonly onLine?: (functionArn: string, line: string) => void;
  /** Values that replace those of the template's environment variables with the same names. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The clock of the functions. @default real time */
  readonly clock?: ClockSetting | undefined;
  /** `concurrency` is that of the account. */
  readonly limits?: Partial<PoolLimits & IdleLimits & Pick<LambdaLimits, 'concurrency'>>;
  /** @default none */
  readonly faults?: Faults;
  /** Counts invocations, and receives the output of functions. @default nothing */
  readonly meters?: Meters;
  readonly onInvocation?: (invocation: Invocation) => void;
  /** Reports, in one line, what a developer must see, such as a stopped loop. @default prints to stderr */
  readonly report?: (line: string) => void;
}

/** One finished invocation, for measurements and error counts. */
export interface Invocation {
  readonly functionName: string;
  /** `$LATEST` for a function without versions. */
  readonly version: string;
  readonly durationMs: number;
  readonly coldStart: boolean;
  readonly result: InvocationResult;
}

/**
 * The versions to which aliases lead: the previous one, both alternately as during a shift by CodeDeploy, or the
 * present one.
 */
export type ShiftedTo = 'previous' | 'both' | 'present';

/** The deployed functions, and the end of all their containers. */
export interface RunningFunctions extends Functions {
  /**
   * Sets the versions to which the aliases of functions with two versions lead from now on. At first they lead to both.
   */
  shiftTo(versions: ShiftedTo): void;
  close(): Promise<void>;
}

const defaultLimits: PoolLimits & IdleLimits & Pick<LambdaLimits, 'concurrency'> = {
  concurrency: AWS_LIMITS.lambda.concurrency,
  // Room for many conversations, whose functions mostly wait.
  containers: 32,
  // Longer than any gateway waits, which gives up after 29 seconds.
  throttleAfterMs: 30_000,
  // Longer than the pauses of a conversation.
  restAfterMs: 20_000,
  idleMs: 5 * 60_000,
  // Most functions of one call, up to its first turn: 10 to 15 MB each.
  keptIdle: 10,
  keptForUse: 4,
};

/**
 * Limits of idle containers in real time: memory and the start of a container belong to the machine, which no clock
 * speeds up.
 */
function inRealTime({ restAfterMs, idleMs }: IdleLimits, clock: ClockSetting | undefined) {
  const speed = clock?.speed ?? 1;
  return { restAfterMs: restAfterMs * speed, idleMs: idleMs * speed };
}

/** Containers of all functions that start at the same time: the other processors are left to containers that work. */
const STARTING_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Makes every function of the stacks ready to be invoked; containers start on first use. */
export function startFunctions(options: FunctionsOptions): RunningFunctions {
  const { assembly, awsEndpoint, environment: overrides = {}, logDirectory, clock } = options;
  const { onInvocation, onLine } = options;
  const report = options.report ?? ((line: string) => console.error(line));
  const { faults = noFaults(), meters = NO_METERS } = options;
  const counter = countInvocations(meters);
  mkdirSync(logDirectory, { recursive: true });
  const limits = { ...defaultLimits, ...inRealTime(defaultLimits, clock), ...options.limits };
  const startInTurn = limitConcurrency(STARTING_AT_ONCE);
  const isBusy = watchLoad();
  const { isQuiet, during } = watchQuiet();
  const idleContainers = createIdleContainers(limits, createQuietQueue(isQuiet));
  const qualifiers = readQualifiers(assembly.resources);
  const versioned = new Set([...qualifiers.keys()].map(unqualified));
  const deployed = new Map<string, DeployedFunction>();
  let shiftedTo: ShiftedTo = 'both';
  for (const resource of assembly.resources) {
    if (resource.type !== 'AWS::Lambda::Function') continue;
    const log = openLog(join(logDirectory, `${resource.ref}.log`));
    const deploy = (from: Resource, { assetDirectory }: typeof assembly, version?: string) => {
      const directory = assetDirectory(from);
      const definition = readFunction({ resource: from, directory, awsEndpoint, overrides, clock, version });
      const pool = createContainerPool(definition, limits, {
        log: log.write,
        onLine: (line) => {
          meters.readLine(line);
          onLine?.(definition.arn, line);
        },
        startInTurn,
        idleContainers,
        isBusy,
        inContainer: faults.inContainer,
      });
      return { definition, pool };
    };
    const { Arn: arn = '' } = resource.attributes;
    const isVersioned = versioned.has(arn);
    const present = deploy(resource, assembly, isVersioned ? PRESENT_VERSION : undefined);
    const { previous } = options;
    const before = previous?.resources.find((each) => isVersioned && isSame(each, resource));
    const former = previous && before && deploy(before, previous, PREVIOUS_VERSION);
    deployed.set(arn, { ...present, log, former, invocations: 0 });
  }
  const { enter, underWay } = createConcurrency(
    [...deployed.values()].map(({ definition }) => definition),
    { account: limits.concurrency, containers: limits.containers },
  );

  return {
    invoke: async (functionArn, event, traceHeaders = []) => {
      const found = deployed.get(unqualified(functionArn));
      const isQualified = functionArn !== found?.definition.arn;
      if (!found || (isQualified && !qualifiers.has(functionArn)))
        throw new Error(`The stacks have no function ${functionArn}`);
      const { traceHeader, earlier } = continueChain(found.definition.arn, traceHeaders);
      const version = isQualified ? versionOf(found, shiftedTo) : found;
      const isLoop = earlier >= MAX_INVOCATIONS_IN_CHAIN && !found.definition.allowsRecursion;
      const startedAt = performance.now();
      const { result, coldStart } = isLoop
        ? stopLoop(found, report)
        : await during(() =>
            invokeUnder(faults, found, () =>
              invokeOrThrottle(version, {
                enter,
                underWay,
                counter,
                event,
                invokedArn: functionArn,
                traceHeader,
              }),
            ),
          );
      const durationMs = performance.now() - startedAt;
      const { name: functionName, version: executed } = version.definition;
      const qualifier = functionArn.split(':')[7];
      counter.end({ functionName, qualifier, version: executed }, result, durationMs);
      onInvocation?.({ functionName, version: executed, durationMs, coldStart, result });
      return result;
    },
    shiftTo: (versions) => {
      shiftedTo = versions;
    },
    close: async () => {
      const all = [...deployed.values()];
      await Promise.all(all.flatMap(({ pool, former }) => [pool.close(), former?.pool.close()]));
      await Promise.all(all.map(({ log }) => log.close()));
    },
  };
}

/** One version of a function. */
interface DeployedVersion {
  readonly definition: FunctionDefinition;
  readonly pool: ContainerPool;
}

/** A function: its present version, and the one before. */
interface DeployedFunction extends DeployedVersion {
  readonly log: Log;
  readonly former: DeployedVersion | undefined;
  /** Invocations by the alias. */
  invocations: number;
}

/** The version to which the function's alias leads for this invocation. */
function versionOf(found: DeployedFunction, shiftedTo: ShiftedTo): DeployedVersion {
  if (!found.former || shiftedTo === 'present') return found;
  if (shiftedTo === 'previous') return found.former;
  found.invocations += 1;
  return found.invocations % 2 === 1 ? found.former : found;
}

const isSame = (one: Resource, other: Resource) =>
  one.type === other.type && one.stack === other.stack && one.logicalId === other.logicalId;

interface Invoking extends InvokedBy {
  readonly counter: InvocationCounter;
  readonly event: unknown;
}

/** Invokes unless the function's concurrency is used up; then Lambda refuses at once. */
async function invokeOrThrottle(
  { definition, pool }: DeployedVersion,
  { enter, underWay, counter, event, ...by }: Concurrency & Invoking,
): Promise<PoolResult> {
  // All versions share the function's concurrency.
  const leave = enter(definition.arn);
  if (!leave) return { result: THROTTLED, coldStart: false };
  counter.begin(definition.name, underWay(definition.arn));
  try {
    return await pool.invoke(event, by);
  } finally {
    leave();
  }
}

/**
 * Invokes a function, unless a fault of Lambda itself hits the invocation: it then fails before or after the function
 * runs.
 */
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

/** arn:aws:lambda:region:account:function:name[:qualifier] without the qualifier. */
function unqualified(functionArn: string): string {
  return functionArn.split(':').slice(0, 7).join(':');
}
