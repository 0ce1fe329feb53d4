import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallOfStep, Step } from './step.ts';

const steps = new AsyncLocalStorage<Step>();

/** The step that runs now; undefined outside of any. */
export const currentStep = (): Step | undefined => steps.getStore();

/** Runs work as a step: log lines and spans within it belong to the step. */
export const runAs = <Result>(step: Step, work: () => Result): Result => steps.run(step, work);

/**
 * Sets the call of the present step. Only for a call that was found among its user's calls: never for an id that only a
 * client sent.
 */
export const nameCall = (call: CallOfStep): void => currentStep()?.nameCall(call);
