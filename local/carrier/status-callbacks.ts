import { pause } from '../http/pause.ts';
import type { Call, CallStatus } from './call.ts';
import type { CallbackEvent } from './call-request.ts';
import type { CarrierContext } from './context.ts';
import { rfc2822 } from './rfc2822.ts';
import { signedPost } from './signed-post.ts';
import { voiceParameters } from './voice-parameters.ts';

/** The SIP answers that lie behind the vendor's final states. */
const SIP_CODES: Partial<Record<CallStatus, string>> = {
  completed: '200',
  busy: '486',
  'no-answer': '480',
  failed: '404',
  canceled: '487',
};

/** Tells the application of a call's states: those that it asked for, in order, unless the callee's settings disturb them. */
export class StatusCallbacks {
  readonly #context: CarrierContext;
  readonly #call: Call;
  readonly #held: Record<string, string>[] = [];
  #sequence = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(context: CarrierContext, call: Call) {
    this.#context = context;
    this.#call = call;
  }

  /** Notes an event; the call goes on without waiting for the application. */
  raise(event: CallbackEvent): void {
    const { statusCallback, statusCallbackEvents } = this.#call.request;
    if (statusCallback === undefined || !statusCallbackEvents.includes(event)) return;
    const form = this.#form(event);
    if (this.#call.callee.callback_order === 'reversed') this.#held.push(form);
    else this.#enqueue(statusCallback, form);
  }

  /** Resolves when the application has answered, or failed to answer, every callback. */
  async settled(): Promise<void> {
    const { statusCallback } = this.#call.request;
    while (statusCallback !== undefined && this.#held.length > 0) {
      this.#enqueue(statusCallback, this.#held.pop() ?? {});
    }
    await this.#sending;
  }

  #form(event: CallbackEvent): Record<string, string> {
    const status = event === 'initiated' ? 'initiated' : this.#call.status;
    const sipCode = SIP_CODES[this.#call.status];
    return {
      ...voiceParameters(this.#call),
      CallStatus: status,
      ...(event === 'completed' ? { CallDuration: String(this.#call.durationSeconds) } : {}),
      ...(event === 'completed' && sipCode ? { SipResponseCode: sipCode } : {}),
      Timestamp: rfc2822(new Date()),
      CallbackSource: 'call-progress-events',
      SequenceNumber: String(this.#sequence++),
    };
  }

  #enqueue(url: string, params: Record<string, string>): void {
    const { callback_delay_ms: delay, duplicate_callbacks: twice } = this.#call.callee;
    const post = {
      context: this.#context,
      call: this.#call,
      purpose: 'status',
      url,
      method: this.#call.request.statusCallbackMethod,
      params,
      retry: true,
    } as const;
    const send = async () => {
      if (delay > 0) await pause(delay, this.#context.closing);
      await signedPost(post);
      if (twice) await signedPost(post);
    };
    this.#sending = this.#sending.then(send).catch((error: unknown) => {
      // Nobody is left to tell when the carrier closes.
      if (!this.#context.closing.aborted) throw error;
    });
  }
}
