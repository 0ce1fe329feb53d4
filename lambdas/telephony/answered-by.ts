import type { Answerer } from '../domain/calls/machine-detection.ts';

/**
 * The meaning of the vendor's `AnsweredBy`: https://www.twilio.com/docs/voice/answering-machine-detection. Returns
 * undefined if the vendor could not tell.
 */
export function answererOf(answeredBy: string | undefined): Answerer | undefined {
  if (answeredBy === 'human' || answeredBy === 'fax') return answeredBy;
  if (answeredBy?.startsWith('machine_end')) return 'recording_machine';
  return answeredBy?.startsWith('machine_') ? 'machine' : undefined;
}
