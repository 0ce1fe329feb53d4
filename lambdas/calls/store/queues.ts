import { queueAt } from '../../platform/queues.ts';

export const dialQueue = queueAt('DIAL_QUEUE_URL', 'dial');
export const recordingQueue = queueAt('RECORDING_QUEUE_URL', 'recordings');
export const silenceCheckQueue = queueAt('SILENCE_CHECKS_URL', 'silence checks');
export const dueTurnQueue = queueAt('DUE_TURNS_URL', 'due turns');
