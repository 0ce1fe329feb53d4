import { logger } from '../logger.ts';
import { runAs } from './current-step.ts';
import { Step, type StepStart } from './step.ts';

/** Runs work as a step. If the step worked for a call, one log line afterwards contains the step and its spans. */
export async function inStep<Result>(
  start: StepStart,
  work: (step: Step) => Promise<Result>,
): Promise<Result> {
  const step = new Step(start);
  return runAs(step, async () => {
    try {
      return await work(step);
    } catch (error) {
      step.span.fail(error);
      throw error;
    } finally {
      step.span.end();
      logStep(step);
    }
  });
}

/**
 * Logs a finished step with its spans. `npm run logs` shows this line, and the trace export sends it where the operator
 * has an endpoint. A step without a call is not logged. Never throws.
 */
export function logStep(step: Step): void {
  if (step.callId === undefined) return;
  try {
    const { spans, dropped } = step.logged();
    const [{ start = 0, end = 0 } = {}] = spans;
    const line = { durationMs: end - start, ...(dropped > 0 && { spansDropped: dropped }), spans };
    runAs(step, () => logger.info(step.span.name, line));
  } catch {
    // The line is lost, and the work goes on.
  }
}
