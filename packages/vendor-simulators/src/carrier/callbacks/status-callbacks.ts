import type { CallbackEvent } from '../requests/call-request.ts';
import type { Call } from '../state/call.ts';
import type { CallStatus } from '../state/call-status.ts';
import type { CarrierContext } from '../state/context.ts';
import { rfc2822 } from '../vendor-api/rfc2822.ts';
import { sendCallback } from './send-callback.ts';
import { voiceParameters } from './voice-parameters.ts';

/** The SIP codes of the vendor's final statuses. */
const SIP_CODES: Partial<Record<CallStatus, string>> = {
  completed: '200',
  busy: '486',
  'no-answer': '480',
  failed: '404',
  canceled: '487',
};

/** Sends status callbacks of a call: the requested ones, in order, unless the callee's settings disturb them. */
export class StatusCallbacks {
  readonly #context: CarrierContext;
  readonly #call: Call;
  readonly #held: Record<string, string>[] = [];
  #sequence = 0;

  constructor(context: CarrierContext, call: Call) {
    this.#context = context;
    this.#call = call;
  }

  /** Queues an event; the call does not wait for the application. */
  raise(event: CallbackEvent): void {
    const { statusCallback, statusCallbackEvents } = this.#call.request;
    if (statusCallback === undefined || !statusCallbackEvents.includes(event)) return;
    const params = this.#form(event);
    if (this.#call.callee.callback_order === 'reversed') this.#held.push(params);
    else this.#send(statusCallback, params);
  }

  /** Sends the delayed callbacks, the last one first. */
  release(): void {
    const { statusCallback: url } = this.#call.request;
    if (url !== undefined) for (const params of this.#held.splice(0).reverse()) this.#send(url, params);
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

  #send(url: string, params: Record<string, string>): void {
    const method = this.#call.request.statusCallbackMethod;
    sendCallback(this.#context, this.#call, { purpose: 'status', url, method, params });
  }
}
