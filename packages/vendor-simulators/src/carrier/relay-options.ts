import type { Call } from './call.ts';
import type { Connect } from './connect-markup.ts';
import type { CarrierContext } from './context.ts';
import type { RelaySession } from './relay.ts';
import type { TwimlError } from './twiml-error.ts';

/** How a conversation ended: by the caller, by the application's `end`, or by a fault. */
export interface RelayResult {
  readonly status: 'completed' | 'ended' | 'failed';
  readonly handoffData?: string;
  readonly error?: TwimlError;
}

/** What a conversation needs of its call. */
export interface RelayOptions {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly connect: Connect;
  /** Aborted when the call is over or does something else. */
  readonly signal: AbortSignal;
  /** Plays the callee from the moment the conversation begins. */
  readonly onBegin: (session: RelaySession) => void;
}
