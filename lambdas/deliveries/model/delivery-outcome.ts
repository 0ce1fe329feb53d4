import { type CircuitBreaker, hasFailedFor, stateOf } from '../../webhooks/model/circuit-breaker.ts';
import type { Webhook } from '../../webhooks/model/webhook.ts';
import type { FailureReason, StoredDelivery } from './delivery.ts';

export interface DeliveryOutcome {
  /** The HTTP status of the response; null if there was none. */
  readonly status: number | null;
  readonly retryAfterSeconds?: number | undefined;
}

export type DeliveryState =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly failureReason: FailureReason }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date };

export interface DeliverySchedule {
  /** Waits between attempts, in seconds; the last attempt follows the last wait. The setting `webhooks.retrySeconds`. */
  readonly retrySeconds: readonly number[];
  readonly now: Date;
  readonly random: () => number;
}

export interface AttemptContext {
  readonly delivery: StoredDelivery | undefined;
  readonly webhook: Webhook | undefined;
  readonly breaker: CircuitBreaker | undefined;
}

export type NextStep =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'give up'; readonly reason: FailureReason }
  /** With a half-open circuit breaker, `trialOf` permits one request only. */
  | { readonly kind: 'send'; readonly webhook: Webhook; readonly trialOf: CircuitBreaker | undefined };

/** Each wait varies by this share, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

const MAX_RETRY_AFTER_SECONDS = 12 * 3600;

/** Milliseconds by which a message may be early, because clocks differ. */
const EARLY_MS = 1_000;

/** Seconds over which deliveries are spread after an open circuit breaker. */
const SPREAD_SECONDS = 15;

/** Decides what a delivery needs now: whether it is due, its webhook is enabled, and its endpoint may get a request. */
export function nextStep({ delivery, webhook, breaker }: AttemptContext, now: Date): NextStep {
  if (delivery?.status !== 'pending') return { kind: 'nothing' };
  const due = new Date(delivery.next_attempt_at ?? 0);
  if (due.getTime() > now.getTime() + EARLY_MS) return { kind: 'wait', until: due };
  if (!webhook) return { kind: 'give up', reason: 'webhook_deleted' };
  if (!webhook.enabled) return { kind: 'give up', reason: 'webhook_disabled' };
  const state = stateOf(breaker, now);
  if (state.kind === 'open') return { kind: 'wait', until: spreadAfter(state.until, delivery) };
  return { kind: 'send', webhook, trialOf: state.kind === 'half-open' ? breaker : undefined };
}

/** Up to 15 seconds later; the same for each try of a delivery, so that a repeat doesn't make a second schedule. */
export function spreadAfter(at: Date, { id }: Pick<StoredDelivery, 'id'>): Date {
  const share = Number.parseInt(id.slice(-8), 16) / 2 ** 32;
  return new Date(at.getTime() + share * SPREAD_SECONDS * 1000);
}

/** Decides the state of a delivery after attempt number `attempt` (from 1): only a 2xx response is a success. */
export function decide(
  outcome: DeliveryOutcome,
  attempt: number,
  { retrySeconds, now, random }: DeliverySchedule,
): DeliveryState {
  if (isSuccess(outcome)) return { status: 'delivered' };
  if (isGone(outcome)) return { status: 'failed', failureReason: 'webhook_disabled' };
  const wait = retrySeconds[attempt - 1];
  if (wait === undefined) return { status: 'failed', failureReason: 'exhausted' };
  const jittered = wait * (1 - JITTER + 2 * JITTER * random());
  const { retryAfterSeconds: retryAfter = 0 } = outcome;
  const seconds = Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS));
  return { status: 'pending', nextAttemptAt: new Date(now.getTime() + Math.round(seconds * 1000)) };
}

export const isSuccess = ({ status }: DeliveryOutcome): boolean =>
  status !== null && status >= 200 && status < 300;

const isGone = ({ status }: DeliveryOutcome): boolean => status === 410;

/** Why a failed attempt disables its webhook: the receiver responded with 410, or every attempt has failed for days. */
export function reasonToDisable(
  outcome: DeliveryOutcome,
  breaker: CircuitBreaker,
  { disableAfterSeconds, now }: { readonly disableAfterSeconds: number; readonly now: Date },
): 'gone' | 'failing' | undefined {
  if (isGone(outcome)) return 'gone';
  return hasFailedFor(breaker, disableAfterSeconds, now) ? 'failing' : undefined;
}

export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000);
}
