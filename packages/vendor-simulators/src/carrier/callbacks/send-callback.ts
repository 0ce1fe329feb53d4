import { pause } from '../../http/pause.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { RequestPurpose } from '../state/event-log.ts';
import { signedPost } from './signed-post.ts';

/** News of a call for the application. */
export interface Callback {
  readonly purpose: RequestPurpose;
  readonly url: string;
  readonly method: 'POST' | 'GET';
  readonly params: Readonly<Record<string, string>>;
  /** Something of another call that the application is to hear first. */
  readonly after?: Promise<void>;
}

/** Tells the application of a call when it has heard of all that was sent before; the call goes on meanwhile. */
export function sendCallback(context: CarrierContext, call: Call, { after, ...callback }: Callback): void {
  const { callback_delay_ms: delay, duplicate_callbacks: twice } = call.callee;
  const post = { context, call, ...callback, retry: true };
  const send = async () => {
    if (delay > 0) await pause(delay, context.closing);
    await signedPost(post);
    if (twice) await signedPost(post);
  };
  call.sending = Promise.all([call.sending, after])
    .then(send)
    .catch((error: unknown) => {
      // Nobody is left to tell when the carrier closes.
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
