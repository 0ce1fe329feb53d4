import type { FunctionDefinition } from './function-definition.ts';

export interface Concurrency {
  /** Takes one of a function's concurrent invocations; returns a function that releases it, or undefined. */
  enter(functionArn: string): (() => void) | undefined;
}

/** Concurrent invocations of all functions of a new account: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
export const CONCURRENCY = 1_000;

/** The concurrency that Lambda keeps unreserved. */
const LEAST_UNRESERVED = 100;

type Reserving = Pick<FunctionDefinition, 'name' | 'arn' | 'reservedConcurrency'>;

/**
 * A function with a reservation has that many concurrent invocations; the others share the account's unreserved
 * concurrency. At most `containers` invocations of a function count, because further ones wait for the machine, which
 * wouldn't happen on AWS. Throws, as Lambda does, if the reservations leave fewer than 100.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export function createConcurrency(
  functions: readonly Reserving[],
  { account, containers }: { readonly account: number; readonly containers: number },
): Concurrency {
  const reservations = new Map<string, number>();
  let unreserved = account;
  for (const { name, arn, reservedConcurrency } of functions) {
    if (reservedConcurrency === undefined) continue;
    reservations.set(arn, reservedConcurrency);
    unreserved -= reservedConcurrency;
    if (unreserved < LEAST_UNRESERVED) throw tooMuchReserved(name);
  }
  const underWay = new Map<string, number>();
  let sharing = 0;
  const add = (functionArn: string, change: 1 | -1) => {
    const [before, after] = [underWay.get(functionArn) ?? 0, (underWay.get(functionArn) ?? 0) + change];
    underWay.set(functionArn, after);
    if (!reservations.has(functionArn)) sharing += Math.min(after, containers) - Math.min(before, containers);
  };
  return {
    enter: (functionArn) => {
      const own = underWay.get(functionArn) ?? 0;
      const reserved = reservations.get(functionArn);
      const isExhausted = reserved === undefined ? sharing >= unreserved : own >= reserved;
      if (own < containers && isExhausted) return undefined;
      add(functionArn, 1);
      return () => add(functionArn, -1);
    },
  };
}

function tooMuchReserved(name: string): Error {
  return new Error(
    `Specified ReservedConcurrentExecutions for function ${name} decreases account's UnreservedConcurrentExecution below its minimum value of [${LEAST_UNRESERVED}].`,
  );
}
