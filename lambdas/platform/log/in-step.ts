import { logger } from '../logger.ts';
import { currentStep, runAs, type Step } from './current-step.ts';

/** Runs work as a step. If the step worked for a call, one log line afterwards names it and its duration. */
export async function inStep<Result>(
  start: Pick<Step, 'name' | 'requestId'> & { readonly startMs?: number | undefined },
  work: (step: Step) => Promise<Result>,
): Promise<Result> {
  const step: Step = { ...start, startMs: start.startMs ?? Date.now() };
  return runAs(step, async () => {
    try {
      const result = await work(step);
      logStep(step);
      return result;
    } catch (error) {
      logStep(step, { failed: true });
      throw error;
    }
  });
}

/** Logs the current request in the path of each of these calls: a batch handles many calls. */
export function logStepOf(calls: readonly { readonly id: string; readonly user_id: string }[]): void {
  const step = currentStep();
  if (step) for (const { id: callId, user_id: userId } of calls) logStep({ ...step, callId, userId });
}

/** Logs a finished step, which `npm run logs` shows. A step without a call is not logged. Never throws. */
function logStep(step: Step, further: { readonly failed?: true } = {}): void {
  const { callId, name, startMs, status } = step;
  if (callId === undefined) return;
  const durationMs = Math.max(0, Date.now() - startMs);
  try {
    runAs(step, () => logger.info(name, { durationMs, ...(status !== undefined && { status }), ...further }));
  } catch {}
}

export function stepOfInvocation(
  name: string,
  { event, context }: { readonly event: unknown; readonly context: unknown },
): Parameters<typeof inStep>[0] {
  const request = isObject(event) && isObject(event.requestContext) ? event.requestContext : {};
  const { requestId = isObject(context) ? context.awsRequestId : undefined, requestTimeEpoch } = request;
  return {
    name,
    requestId: typeof requestId === 'string' ? requestId : 'unknown',
    startMs: typeof requestTimeEpoch === 'number' ? requestTimeEpoch : undefined,
  };
}

export function noteAnswer(step: Step, answer: unknown): void {
  if (isObject(answer) && typeof answer.statusCode === 'number') step.status = answer.statusCode;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
