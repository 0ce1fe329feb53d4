import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { Connect } from '../twiml/connect-markup.ts';
import type { TwimlError } from '../twiml/twiml-error.ts';

/** How a conversation ended: by the caller, by the application's `end`, or by a fault. */
export interface RelayResult {
  readonly status: 'completed' | 'ended' | 'failed';
  readonly handoffData?: string;
  readonly error?: TwimlError;
}

export interface RelayOptions {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly connect: Connect;
  /** Aborts when the call is over or redirected. */
  readonly signal: AbortSignal;
  /** Called when the conversation begins; then the callee starts to act. */
  readonly onBegin: () => void;
}
