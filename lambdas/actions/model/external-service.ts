import * as z from 'zod/mini';
import type { CallAction } from './action.ts';

export const mcpAction = z.object({
  url: z.string(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  name: z.string(),
  input_schema: z._default(z.record(z.string(), z.unknown()), {}),
});

/** What does not concern the request itself, MCP actions have too. */
export const externalAction = z.object({
  url: z.string(),
  speak_on_send: z.boolean(),
  speak_on_receive: z.boolean(),
  confirm: z._default(z.boolean(), false),
  idempotent: z._default(z.boolean(), false),
  signature_secret: z.optional(z.string()),
});

export const TIMEOUT_MS = 10_000;

export interface ServiceRequest {
  readonly callId: string;
  readonly payload: unknown;
  /** The same for each repetition of the request. */
  readonly idempotencyKey: string;
  /** @default the time limit of every request */
  readonly deadline?: AbortSignal;
  /** The request tells the service that there is no telephone call. @default false */
  readonly isRehearsal?: boolean;
}

export type ServiceAnswer =
  | { readonly result: unknown; readonly agent_message?: string }
  /** `outcome`: nobody knows whether the request took effect. */
  | { readonly error: string; readonly outcome?: 'unknown' };

export type AskService = (action: CallAction, request: ServiceRequest) => Promise<ServiceAnswer>;
