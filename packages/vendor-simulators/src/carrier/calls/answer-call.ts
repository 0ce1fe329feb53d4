import { pause } from '../../http/pause.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';

/** Picks up a ringing call, and cuts it when it has lasted as long as it may. A call that was picked up stays as it is. */
export function answerCall({ closing }: CarrierContext, call: Call): void {
  if (call.status !== 'ringing') return;
  call.become('in-progress');
  pause(call.request.timeLimitSeconds * 1000, AbortSignal.any([call.over, closing])).then(
    () => call.end('completed'),
    // The call ended in time, or the carrier closed.
    () => undefined,
  );
}
