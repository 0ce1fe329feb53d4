import { pause } from '../../http/pause.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { RequestPurpose } from '../state/event-log.ts';
import { requestWebhook } from './webhook-request.ts';

export interface Callback {
  readonly purpose: RequestPurpose;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  /** A callback of another call that must be sent first. */
  readonly after?: Promise<void>;
}

/** Sends a callback after all earlier ones; the call goes on meanwhile. */
export function sendCallback(context: CarrierContext, call: Call, { after, ...callback }: Callback): void {
  const { callback_delay_ms: delay, duplicate_callbacks: twice } = call.callee;
  const request = { context, call, ...callback };
  const send = async () => {
    if (delay > 0) await pause(delay, context.closing);
    await requestWebhook(request);
    if (twice) await requestWebhook(request);
  };
  call.sending = Promise.all([call.sending, after])
    .then(send)
    .catch((error: unknown) => {
      // When the carrier closes, the application gets no callback.
      if (!context.closing.aborted) throw error;
    });
}

/** Resolves when the application has answered, or failed to answer, every callback. */
export async function allSent(call: Call): Promise<void> {
  for (let sent: unknown; sent !== call.sending; ) {
    sent = call.sending;
    await sent;
  }
}
