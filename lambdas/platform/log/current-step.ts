import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of the processing of a call: the work of one function for one request, message or record. */
export interface Step {
  /** For requests, the method and the path, never with values in it. */
  name: string;
  readonly requestId: string;
  /** Milliseconds since 1970. For requests: the arrival at the gateway, before a cold start. */
  readonly startMs: number;
  userId?: string;
  callId?: string;
  status?: number;
}

const steps = new AsyncLocalStorage<Step>();

export const currentStep = (): Step | undefined => steps.getStore();

/** Runs work as a step: log lines within it belong to the step. */
export const runAs = <Result>(step: Step, work: () => Result): Result => steps.run(step, work);

/** Only for a call that was found among its user's calls: never for an id that only a client sent. */
export function nameCall({
  userId,
  callId,
}: {
  readonly userId: string;
  readonly callId: string | undefined;
}): void {
  const step = currentStep();
  if (step) Object.assign(step, { userId, callId });
}
