import { v5 } from 'uuid';
import type { StoredDelivery } from '../domain/events/delivery.ts';
import type { DeliveryRequest, ForgetRequest } from '../domain/events/delivery-request.ts';
import { REPLAY_LEASE_SECONDS } from '../rest/limits/delivery-request-limits.ts';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { redeliveryQueue, redeliverySchedules } from '../runtime/queues.ts';
import { DELIVERIES_A_PART } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { replayLeasesKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { endLease, takeLease } from '../store/webhooks/leases.ts';
import { type DeliveryFilter, findDeliveries } from '../store/webhooks/list-deliveries.ts';

/** Deliveries that are written concurrently. */
const AT_A_TIME = 20;

/** Milliseconds that a run spends on one request; then other requests follow. */
const RUN_MS = 20_000;

/** Seconds until the next part: by then, most attempts of the previous one are done. */
const PAUSE_SECONDS = 30;

/** Seconds for which the scheduler retries to enqueue the message: a day. */
const MAX_LATE_SECONDS = 86_400;

/** A request that is handled in parts: a replay, or an erasure. */
export type LongRequest = (DeliveryRequest & { readonly asked: Replay }) | ForgetRequest;
export type Replay = Extract<DeliveryRequest['asked'], { readonly kind: 'replay' }>;

/** The position within a request; its id is that of the first part. */
export function partOf(request: LongRequest): { readonly first: string; readonly after: string | undefined } {
  const { part_of, after } = 'forget' in request ? request.forget : request.asked;
  return { first: part_of ?? request.id, after };
}

/** Handles the deliveries of one part, some concurrently. Returns where the next part begins, or undefined. */
export async function forEachOfPart(
  table: Table,
  request: LongRequest,
  {
    filter,
    act,
  }: { readonly filter: DeliveryFilter; readonly act: (delivery: StoredDelivery) => Promise<void> },
): Promise<string | undefined> {
  const most = readVariable(DELIVERIES_A_PART);
  const end = Date.now() + RUN_MS;
  let done = 0;
  const { after } = partOf(request);
  for await (const part of findDeliveries(table, request.user_id, { filter, after })) {
    for (let start = 0; start < part.items.length; start += AT_A_TIME) {
      const some = part.items.slice(start, start + AT_A_TIME);
      await Promise.all(some.map(act));
      done += some.length;
      if (done >= most || Date.now() > end) return some.at(-1)?.id;
    }
    if (Date.now() > end) return part.end;
  }
  return undefined;
}

/**
 * Schedules the next part of a request; it has the same id if this part runs again. Lambda stops a function that
 * repeatedly sends to its own queue as a loop.
 */
export async function askForNextPart(request: LongRequest, after: string): Promise<void> {
  const { first } = partOf(request);
  const id = v5(after, first);
  const next = { after, part_of: first };
  const detail =
    'forget' in request
      ? { ...request, id, forget: { ...request.forget, ...next } }
      : { ...request, id, asked: { ...request.asked, ...next } };
  await scheduleOnce({
    name: id,
    body: JSON.stringify({ detail }),
    group: { id: request.user_id, queueUrl: readVariable(redeliveryQueue.url) },
    at: new Date(Date.now() + PAUSE_SECONDS * 1000),
    queueArn: readVariable(redeliverySchedules.queueArn),
    deadLettersArn: readVariable(redeliverySchedules.deadLettersArn),
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}

/** Extends the lease of a running replay, whatever the user's limit. */
export async function keepReplay(table: Table, request: LongRequest, now: Date): Promise<void> {
  const key = replayLeasesKey(request.user_id);
  const holder = partOf(request).first;
  await takeLease(table, { key, holder, max: Number.MAX_SAFE_INTEGER, seconds: REPLAY_LEASE_SECONDS, now });
}

export async function endReplay(table: Table, request: LongRequest): Promise<void> {
  await endLease(table, { key: replayLeasesKey(request.user_id), holder: partOf(request).first });
}
