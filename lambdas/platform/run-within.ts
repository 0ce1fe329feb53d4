import { type Context, createContext, runInContext } from 'node:vm';

let sandbox: Context | undefined;

/** Synchronous work took too long. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Runs synchronous work for at most some milliseconds: this also ends a regular expression. Throws TookTooLong. */
export function runWithin<T>(timeout: number, work: () => T): T {
  // A new context takes a millisecond, so one is reused.
  sandbox ??= createContext({});
  const results: { readonly value: T }[] = [];
  sandbox.run = () => results.push({ value: work() });
  try {
    // The only way to abort synchronous work.
    runInContext('run()', sandbox, { timeout });
  } catch (error) {
    // The timeout error belongs to the context, so it is not an instance of our Error.
    if (Object(error).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong(`The work takes longer than ${timeout} ms.`, { cause: error });
  }
  const [result] = results;
  if (!result) throw new Error('The work has no result.');
  return result.value;
}
