import { pause } from '../../http/pause.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';

/** Answers a ringing call, and ends it at its time limit. An answered call stays unchanged. */
export function answerCall({ closing }: CarrierContext, call: Call): void {
  if (call.status !== 'ringing') return;
  call.become('in-progress');
  pause(call.request.timeLimitSeconds * 1000, AbortSignal.any([call.over, closing])).then(
    () => call.end('completed'),
    // The call ended in time, or the carrier closed.
    () => undefined,
  );
}
