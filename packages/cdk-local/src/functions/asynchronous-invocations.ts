import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { NewMessage } from '../aws/sqs/queues/message.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { Faults } from '../faults/faults.ts';
import { nameOf, readProperties } from '../template/properties.ts';
import type { Resource, Resources } from '../template/resource.ts';
import type { Functions, InvocationResult } from './functions.ts';
import { findInvoked } from './qualifiers.ts';

const functionSchema = z.object({
  DeadLetterConfig: z
    .object({ TargetArn: z.string().regex(/^arn:[^:]+:sqs:/, 'the local runtime sends to queues only') })
    .optional(),
});

const invokeConfigSchema = z.object({
  FunctionName: z.string(),
  Qualifier: z
    .literal('$LATEST', 'the local runtime invokes no version or alias asynchronously')
    .default('$LATEST'),
  MaximumRetryAttempts: z.literal(0, 'the local runtime repeats no invocation that failed'),
  // Lambda's default: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html
  MaximumEventAgeInSeconds: z.number().default(6 * 3600),
  DestinationConfig: z.never('the local runtime has no destinations of invocations').optional(),
});

/** Invocations of functions with an AWS::Lambda::EventInvokeConfig, whose result nobody awaits. */
export interface AsynchronousInvocations {
  /** Returns false for another function. */
  invoke(functionArn: string, event: object): boolean;
  close(): Promise<void>;
}

/** A throttled function is invoked again until the event's maximum age, one that failed never. */
export function createAsynchronousInvocations(options: {
  readonly resources: Resources;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly faults: Faults;
}): AsynchronousInvocations {
  const { resources, functions, queues, faults } = options;
  const known = new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
      .map((config) => readConfig(config, resources)),
  );
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const pause = (ms: number) => wait(ms, undefined, { signal: closing.signal }).catch(() => {});

  const run = async (functionArn: string, event: object, delayMs: number) => {
    const { maximumAgeMs = 0, deadLetterArn = '' } = known.get(functionArn) ?? {};
    if (delayMs > 0) await pause(delayMs);
    const begunAt = Date.now();
    for (let throttles = 1; !closing.signal.aborted; throttles += 1) {
      const result = await functions.invoke(functionArn, event);
      if (result.ok || closing.signal.aborted) return;
      if (result.error !== 'throttled' || Date.now() - begunAt >= maximumAgeMs) {
        await queues.find(deadLetterArn)?.send([deadLetter(event, result)]);
        return;
      }
      await pause(retryInMs(throttles));
    }
  };
  return {
    invoke: (functionArn, event) => {
      if (!known.has(functionArn)) return false;
      const fault = faults.message(`asynchronous-invocation:${functionArn.split(':')[6]}`);
      const delays = fault?.kind === 'twice' ? [0, fault.delayMs] : [fault?.delayMs ?? 0];
      for (const delayMs of delays) {
        const done = run(functionArn, event, delayMs).finally(() => running.delete(done));
        running.add(done);
      }
      return true;
    },
    close: async () => {
      closing.abort();
      await Promise.all(running);
    },
  };
}

function readConfig(config: Resource, resources: Resources) {
  const { FunctionName, MaximumEventAgeInSeconds } = readProperties(config, invokeConfigSchema);
  const invoked = findInvoked(resources, FunctionName);
  if (!invoked) throw new Error(`${nameOf(config)}: there is no function ${FunctionName}`);
  const { DeadLetterConfig } = readProperties(invoked.resource, functionSchema);
  const maximumAgeMs = MaximumEventAgeInSeconds * 1000;
  return [invoked.arn, { maximumAgeMs, deadLetterArn: DeadLetterConfig?.TargetArn }] as const;
}

/** Milliseconds before the first retry of a throttled event, doubled up to the longest. */
const FIRST_THROTTLE_MS = 1_000;
const LONGEST_THROTTLE_MS = 300_000;

/** Milliseconds until an event is tried again that was throttled that many times. */
export const retryInMs = (throttles: number): number =>
  Math.min(LONGEST_THROTTLE_MS, FIRST_THROTTLE_MS * 2 ** (throttles - 1));

/** The message for the function's dead-letter queue: the event, and why Lambda gave up. */
function deadLetter(event: object, result: Extract<InvocationResult, { ok: false }>): NewMessage {
  const attributes = {
    ErrorCode: { DataType: 'Number', StringValue: result.error === 'throttled' ? '429' : '200' },
    ErrorMessage: { DataType: 'String', StringValue: result.message.slice(0, 1024) },
  };
  return { body: JSON.stringify(event), attributes, senderId: 'lambda.amazonaws.com' };
}
