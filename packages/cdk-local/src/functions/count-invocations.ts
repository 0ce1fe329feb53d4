import type { Meters } from '../cloudwatch/counts/meters.ts';
import type { InvocationResult } from './functions.ts';

/** Counts the invocations of a function. */
export interface InvocationCounter {
  /** Counts an invocation that begins, together with those under way: of the function, and of all functions. */
  begin(functionName: string, underWay: { readonly own: number; readonly all: number }): void;
  /** Counts one that is over. */
  end(invoked: Invoked, result: InvocationResult, durationMs: number): void;
}

/** The function that was invoked. */
export interface Invoked {
  readonly functionName: string;
  /** The alias or version by which it was invoked. @default neither */
  readonly qualifier: string | undefined;
  /** The version that ran. */
  readonly version: string;
}

/**
 * Counts invocations as Lambda does, for each function, for each of its versions by alias, and for all together. An
 * invocation that Lambda throttles or drops as a loop does not count.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 */
export function countInvocations({ record }: Meters): InvocationCounter {
  const add = (name: string, FunctionName: string, own: number, all = own) => {
    record({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName } }, own);
    record({ namespace: 'AWS/Lambda', name, dimensions: {} }, all);
  };
  const addOfVersion = (name: string, { functionName, qualifier, version }: Invoked, value: number) => {
    add(name, functionName, value);
    if (qualifier === undefined) return;
    const dimensions = { FunctionName: functionName, Resource: `${functionName}:${qualifier}` };
    record({ namespace: 'AWS/Lambda', name, dimensions }, value);
    record({ namespace: 'AWS/Lambda', name, dimensions: { ...dimensions, ExecutedVersion: version } }, value);
  };
  return {
    begin: (functionName, { own, all }) => add('ConcurrentExecutions', functionName, own, all),
    end: (invoked, result, durationMs) => {
      const fault = result.ok ? undefined : result.error;
      if (fault === 'recursive') return add('RecursiveInvocationsDropped', invoked.functionName, 1);
      addOfVersion('Throttles', invoked, Number(fault === 'throttled'));
      if (fault === 'throttled') return;
      addOfVersion('Invocations', invoked, 1);
      addOfVersion('Errors', invoked, Number(fault !== undefined));
      addOfVersion('Duration', invoked, durationMs);
    },
  };
}
