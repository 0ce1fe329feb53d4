import { realTime } from '../../clock/install-clock.ts';
import type { Functions, InvocationResult } from '../../functions/functions.ts';
import type { LambdaTarget } from './lambda-target.ts';
import { type ProxyResponse, parseProxyResponse } from './proxy-response.ts';

/** The longest wait: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
export const MAX_INTEGRATION_MS = 29_000;

/** The gateway timed out, while the function may still be running; or the template does not permit the call. */
interface NotAnswered {
  readonly ok: false;
  readonly error: 'integration-timeout' | 'not-permitted';
  readonly message: string;
}

interface TargetCall {
  readonly functions: Functions;
  readonly target: LambdaTarget;
  readonly event: unknown;
  readonly timeoutMs: number;
}

/** Calls the function and waits at most `timeoutMs`. */
export async function invokeTarget(options: TargetCall): Promise<InvocationResult | NotAnswered> {
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

/** A function that gave no response, and the status of the gateway's own. */
export interface ProxyFailure {
  readonly error: 'integration-timeout' | 'not-permitted' | 'other';
  readonly status: 500 | 502 | 504;
  readonly reason: string;
}

/** The response of a function, or its failure: https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html */
export async function askTarget(call: TargetCall): Promise<ProxyResponse | ProxyFailure> {
  const result = await invokeTarget(call);
  const response = result.ok ? parseProxyResponse(result.payload) : result.message;
  if (typeof response !== 'string') return response;
  const error = result.ok ? 'malformed' : result.error;
  if (error === 'integration-timeout') return { error, status: 504, reason: response };
  if (error === 'not-permitted') return { error, status: 500, reason: response };
  return { error: 'other', status: error === 'throttled' ? 500 : 502, reason: response };
}

export const isFailure = (answer: ProxyResponse | ProxyFailure): answer is ProxyFailure => 'error' in answer;
