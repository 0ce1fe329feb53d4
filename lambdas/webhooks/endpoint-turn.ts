import { type DeliveryOutcome, SWITCHED_OFF } from '../domain/events/delivery-schedule.ts';
import {
  type EndpointHealth,
  hasFailedFor,
  healthAfter,
  type Observation,
  onTrial,
  restsUntil,
} from '../domain/events/endpoint-health.ts';
import type { Webhook } from '../domain/records/webhook.ts';
import { logger } from '../runtime/logger.ts';
import type { Table } from '../store/table/table.ts';
import {
  changeHealth,
  disableWebhook,
  leavePlace,
  takePlace,
  type WebhookName,
} from '../store/webhooks/endpoint-health.ts';

/** A delivery that may be sent now; its endpoint as it was found, and which of its places was taken. */
export interface EndpointTurn {
  readonly health: EndpointHealth | undefined;
  readonly place: number | undefined;
}

/** A place is given back by itself after so long (seconds), should its holder break off. */
const PLACE_SECONDS = 30;

/** What finds no place comes again after so many seconds, and up to as many more. */
const FULL_SECONDS = 2;

/** What waits for the end of a rest comes up to so many seconds after it, not all at once. */
const SPREAD_SECONDS = 15;

/** Lets a delivery pass to its endpoint, unless that one rests or has as many requests as it may have: then says when to come again. */
export async function enterEndpoint(
  table: Table,
  {
    webhook,
    health,
    now,
  }: { readonly webhook: Webhook; readonly health: EndpointHealth | undefined; readonly now: Date },
): Promise<EndpointTurn | { readonly waitUntil: Date }> {
  // An endpoint that is well is asked nothing further.
  if (!health) return { health, place: undefined };
  const restsTo = restsUntil(health, now);
  if (restsTo) return { waitUntil: spread(restsTo, SPREAD_SECONDS) };
  const name = nameOf(webhook);
  if (health.resting_until !== undefined) {
    const trial = onTrial(health, now);
    const isFirst = await changeHealth(table, name, { before: health, after: trial, now });
    return isFirst ? { health: trial, place: undefined } : { waitUntil: spread(now, SPREAD_SECONDS) };
  }
  const place = await takePlace(table, name, { now, seconds: PLACE_SECONDS });
  const again = new Date(now.getTime() + FULL_SECONDS * 1000);
  return place === undefined ? { waitUntil: spread(again, FULL_SECONDS) } : { health, place };
}

/** Keeps what an attempt told of its endpoint, and switches the webhook off where it is time for that. */
export async function leaveEndpoint(
  table: Table,
  {
    webhook,
    turn,
    observation,
    outcome,
    disableAfterSeconds,
  }: {
    readonly webhook: Webhook;
    readonly turn: EndpointTurn;
    readonly observation: Observation;
    readonly outcome: DeliveryOutcome;
    /** Seconds of nothing but failures after which a webhook is switched off. */
    readonly disableAfterSeconds: number;
  },
): Promise<void> {
  const name = nameOf(webhook);
  const { now } = observation;
  const after = healthAfter(turn.health, observation);
  await changeHealth(table, name, { before: turn.health, after, now });
  if (turn.place !== undefined) await leavePlace(table, name, turn.place);
  const hasOnlyFailed = after !== undefined && hasFailedFor(after, disableAfterSeconds, now);
  const reason = isGone(outcome) ? 'gone' : hasOnlyFailed ? 'failing' : undefined;
  if (reason && (await disableWebhook(table, name, { reason, now }))) {
    logger.warn(SWITCHED_OFF, { webhookId: webhook.id, reason });
  }
}

const isGone = (outcome: DeliveryOutcome) => outcome.kind === 'answered' && outcome.status === 410;

const nameOf = ({ user_id: userId, id: webhookId }: Webhook): WebhookName => ({ userId, webhookId });

const spread = (at: Date, seconds: number) => new Date(at.getTime() + Math.random() * seconds * 1000);
