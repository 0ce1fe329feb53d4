import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '../protocol/aws-error.ts';
import type { ServiceAnswer } from '../protocol/service.ts';

/** Milliseconds for which a finished transaction is recognized by its token. */
const KNOWN_MS = 10 * 60_000;

const tokenOf = z.object({ ClientRequestToken: z.string() });

interface Known {
  readonly hash: string;
  readonly until: number;
  /** Undefined while it is running. */
  readonly answer?: ServiceAnswer;
}

/**
 * Runs a TransactWriteItems once for each client token, which the SDK makes for each request and repeats with each attempt:
 * a repeat within ten minutes of a success succeeds and writes nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html (ClientRequestToken)
 */
export function createTransactionTokens() {
  const known = new Map<string, Known>();
  const forgetOld = (now: number) => {
    for (const [token, { until }] of known) if (until < now) known.delete(token);
  };
  return async (
    caller: string,
    input: unknown,
    run: () => Promise<ServiceAnswer>,
  ): Promise<ServiceAnswer> => {
    const token = tokenOf.safeParse(input).data?.ClientRequestToken;
    if (token === undefined) return run();
    forgetOld(Date.now());
    const key = `${caller} ${token}`;
    const hash = createHash('sha256').update(JSON.stringify(input)).digest('base64');
    const earlier = known.get(key);
    if (earlier && earlier.hash !== hash) {
      const message = 'The request has a different payload than an earlier one with the same client token.';
      throw new AwsError('IdempotentParameterMismatchException', message);
    }
    if (earlier?.answer) return earlier.answer;
    if (earlier) {
      const message = 'The transaction with the given request token is already in progress.';
      throw new AwsError('TransactionInProgressException', message);
    }
    known.set(key, { hash, until: Number.POSITIVE_INFINITY });
    try {
      const answer = await run();
      if (answer.status === 200) known.set(key, { hash, until: Date.now() + KNOWN_MS, answer });
      else known.delete(key);
      return answer;
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
}
