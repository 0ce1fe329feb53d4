import { realTime } from '../../clock/install-clock.ts';
import type { Functions, InvocationResult } from '../../functions/functions.ts';
import type { LambdaTarget } from './lambda-target.ts';

/** The longest wait: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
export const MAX_INTEGRATION_MS = 29_000;

/** The gateway timed out, while the function may still be running; or the template does not permit the call. */
interface NotAnswered {
  readonly ok: false;
  readonly error: 'integration-timeout' | 'not-permitted';
  readonly message: string;
}

/** Calls the function and waits at most `timeoutMs`. */
export async function invokeTarget(options: {
  readonly functions: Functions;
  readonly target: LambdaTarget;
  readonly event: unknown;
  readonly timeoutMs: number;
}): Promise<InvocationResult | NotAnswered> {
  const { functions, target, event, timeoutMs } = options;
  if (target.missingGrant) return { ok: false, error: 'not-permitted', message: target.missingGrant };
  const timeout = Promise.withResolvers<NotAnswered>();
  const timer = realTime.setTimeout(
    () =>
      timeout.resolve({ ok: false, error: 'integration-timeout', message: `no answer in ${timeoutMs} ms` }),
    timeoutMs,
  );
  try {
    return await Promise.race([functions.invoke(target.functionArn, event), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
