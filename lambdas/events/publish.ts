import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { type StoredCall, storedCall } from '../calls/model/call.ts';
import { isFinal } from '../calls/model/call-state.ts';
import type { DialMessage } from '../calls/model/schedule.ts';
import { dialQueue } from '../calls/store/queues.ts';
import { campaign } from '../campaigns/model/campaign.ts';
import { type Turn, turn } from '../conversation/model/session.ts';
import { type StoredRequest, storedRequest } from '../deliveries/model/requested-deliveries.ts';
import { COUNTED_QUOTAS } from '../kinds.ts';
import { eventBus, sendTo } from '../platform/grants.ts';
import { logger } from '../platform/logger.ts';
import type { DimensionsOf } from '../platform/metrics/catalogue.ts';
import { emitMetrics } from '../platform/metrics/emit.ts';
import { queueAt } from '../platform/queues.ts';
import { QUOTAS } from '../platform/table/quota-limits.ts';
import { API_URL, EVENT_BUS_NAME } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { countsKey, DAY_USE, openCallsKey } from '../usage/store/keys.ts';
import { isUnanswered } from '../vendors/model/call-status.ts';
import { EVENT_SOURCE, type Event } from './model/events.ts';
import { eventOfTurn, eventsOfCall, eventsOfCampaign, eventsOfRecording } from './model/events-of-change.ts';
import { watchQuotas } from './watch-quotas.ts';

/** The dead-letter queue of stream records that cannot be read. */
const unpublishedRecords = queueAt('UNPUBLISHED_RECORDS_URL', 'unpublished records');

const client = new EventBridgeClient({});
const sqs = new SQSClient({});

export const publishWorker = defineWorker({
  stack: 'Events',
  id: 'Publish',
  description: 'Publishes the events of the table’s stream',
  trigger: {
    by: 'stream',
    batchSize: 100,
    retries: 20,
    sortKeys: {
      prefixes: ['CALL#', 'CAMPAIGN#', 'DELIVERY_REQUEST#'],
      // Counters of users, for the alarm on quotas.
      whole: [openCallsKey('').sk, countsKey('').sk, DAY_USE, ...COUNTED_QUOTAS.map(({ sk }) => sk)],
    },
    // Turns of rehearsals are not published: they must not delay events of calls.
    patterns: [
      {
        eventName: ['INSERT'],
        dynamodb: {
          Keys: { sk: { S: [{ prefix: 'TURN#' }] } },
          NewImage: { rehearsal: { BOOL: [{ exists: false }] } },
        },
      },
    ],
    deadLetters: {
      id: 'UnpublishedRecords',
      impact: 'Events of calls are not published: no webhook receives them, and a call may not be dialed.',
      section: 'publish',
      queue: unpublishedRecords,
    },
  },
  grants: [eventBus, sendTo(unpublishedRecords), sendTo(dialQueue)],
  variables: [API_URL, QUOTAS],
  timeoutSeconds: 30,
});

/** Publishes the facts of the table's stream. After a failure, it is read again from the first unpublished record. */
async function handle({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const pending: Pending[] = [];
  for (const record of Records) {
    const sequenceNumber = record.dynamodb?.SequenceNumber ?? '';
    try {
      pending.push(
        ...eventsOf(record).map((event) => ({
          sequenceNumber,
          subject: subjectOf(event),
          event,
          entry: entryOf(event),
        })),
      );
    } catch (error) {
      logger.error('A stream record cannot be read; it moved to the dead-letter queue.', {
        ...callOf(record),
        sequenceNumber,
        error,
      });
      await moveToDeadLetterQueue(record);
    }
  }
  const forBus = pending.filter(({ event }) => event.type !== 'dialing_requested');
  const refused = new Set([...(await enqueueDialing(pending)), await publish(forBus)]);
  const numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
  const failed = numbers.find((number) => refused.has(number));
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
}

export const handler = workerHandler(publishWorker, handle);

/** Sends a record to the dead-letter queue: only its key, because the table has its content. */
async function moveToDeadLetterQueue({ eventID, dynamodb }: DynamoDBRecord): Promise<void> {
  const { Keys, SequenceNumber } = dynamodb ?? {};
  const MessageBody = JSON.stringify({ eventID, Keys, SequenceNumber });
  const QueueUrl = readVariable(unpublishedRecords.url);
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
}

/** Publishes the events of each call in order. Returns the sequence number of the first unpublished record. */
async function publish(pending: readonly Pending[]): Promise<string | undefined> {
  const published = new Set<Pending>();
  for (const batch of batchesOf(pending)) {
    const { Entries = [] } = await client.send(
      new PutEventsCommand({ Entries: batch.map(({ entry }) => entry) }),
    );
    const failed = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
    for (const [index, each] of batch.entries())
      if (Entries[index]?.ErrorCode === undefined) published.add(each);
    if (failed < 0) continue;
    const { event } = batch[failed] ?? {};
    const call = event && 'call_id' in event ? { callId: event.call_id, userId: event.user_id } : {};
    logger.warn('The event bus refused an event.', { ...call, errorCode: Entries[failed]?.ErrorCode });
    return pending.find((each) => !published.has(each))?.sequenceNumber;
  }
  return undefined;
}

const subjectOf = (event: Published): string =>
  (event.type !== 'delivery_request' && (event.call_id ?? event.campaign_id)) || event.id;

function entryOf(event: Published) {
  return {
    EventBusName: readVariable(EVENT_BUS_NAME),
    Source: EVENT_SOURCE,
    DetailType: event.type,
    Time: new Date(event.timestamp),
    Detail: JSON.stringify(event),
  };
}

/** DynamoDB's JSON. Its types for stream records differ from the SDK's. */
const image = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);

function eventsOf({ eventName, dynamodb }: DynamoDBRecord): Published[] {
  if (!dynamodb?.NewImage) return [];
  const after = unmarshall(image.parse(dynamodb.NewImage));
  const key = String(after.sk);
  if (key.startsWith('TURN#')) return eventName === 'INSERT' ? eventsOfPublicTurn(turn.parse(after)) : [];
  if (key.startsWith('DELIVERY_REQUEST#')) return eventName === 'INSERT' ? [storedRequest.parse(after)] : [];
  const previous = dynamodb.OldImage && unmarshall(image.parse(dynamodb.OldImage));
  if (key.startsWith('CAMPAIGN#'))
    return eventsOfCampaign(previous && campaign.parse(previous), campaign.parse(after));
  if (!key.startsWith('CALL#')) {
    watchQuotas({ before: previous, after }, { limits: readVariable(QUOTAS), counted: COUNTED_QUOTAS });
    return [];
  }
  const before = previous && storedCall.parse(previous);
  const call = storedCall.parse(after);
  // A record that is read again after a failure is counted twice. That is rare, and an exact count would need stored
  // state.
  countCall(before, call);
  return [...eventsOfCall(before, call), ...eventsOfRecording(before, call, readVariable(API_URL))];
}

/** The call and user of a record that cannot be read, if it names them. */
function callOf({ dynamodb }: DynamoDBRecord): { readonly callId?: string; readonly userId?: string } {
  const { NewImage: item = {} } = dynamodb ?? {};
  const callId = item.sk?.S?.startsWith('CALL#') ? item.id?.S : item.call_id?.S;
  const userId = item.user_id?.S;
  return { ...(callId !== undefined && { callId }), ...(userId !== undefined && { userId }) };
}

/** The event of a turn, unless it is of a HIPAA-compliant call or of a rehearsal. */
const eventsOfPublicTurn = (publicTurn: Turn) =>
  publicTurn.hipaa_compliant || publicTurn.rehearsal ? [] : [eventOfTurn(publicTurn)];

export function countCall(before: StoredCall | undefined, after: StoredCall): void {
  if (after.start_time && !before?.start_time)
    emitMetrics({ CallsStarted: 1 }, { Direction: after.direction });
  if (!isFinal(after.status) || (before && isFinal(before.status))) return;
  const outcome = outcomeOf(after);
  emitMetrics({ CallsEnded: 1 }, { Direction: after.direction, Outcome: outcome });
  emitMetrics({ CallFailed: outcome === 'error' ? 1 : 0 });
}

function outcomeOf(call: StoredCall): DimensionsOf<'CallsEnded'>['Outcome'] {
  if (!call.start_time && isUnanswered(call.telephony_metadata?.call_status)) return 'unanswered';
  if (call.status === 'error') return 'error';
  return call.start_time ? 'conversation' : 'cancelled';
}

const MAX_MESSAGES = 10;

/** Sends created calls to the dial queue, in groups by user. Returns the sequence numbers of the refused ones. */
export async function enqueueDialing(pending: readonly Pending[]): Promise<string[]> {
  const calls = pending.filter(({ event }) => event.type === 'dialing_requested');
  const refused: string[] = [];
  for (let start = 0; start < calls.length; start += MAX_MESSAGES) {
    const batch = calls.slice(start, start + MAX_MESSAGES);
    const Entries = batch.map(({ event, subject }, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify({ user_id: event.user_id, call_id: subject } satisfies DialMessage),
      MessageGroupId: event.user_id,
    }));
    const command = new SendMessageBatchCommand({ QueueUrl: readVariable(dialQueue.url), Entries });
    const { Failed = [] } = await sqs.send(command);
    for (const { Id, Code: errorCode } of Failed) {
      logger.warn('The dial queue refused a call.', { callId: batch[Number(Id)]?.subject, errorCode });
      refused.push(batch[Number(Id)]?.sequenceNumber ?? '');
    }
  }
  return refused;
}

/** Maximum entries of a PutEvents request, and maximum bytes with a margin. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 900_000;
/** Bytes of an entry besides its detail, rounded up. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** The events on the bus: facts of calls, and users' requests for deliveries. */
export type Published = Event | StoredRequest;

export interface Pending {
  readonly sequenceNumber: string;
  /** The call of the event; its events are published in order. */
  readonly subject: string;
  readonly event: Published;
  readonly entry: PutEventsRequestEntry & { readonly Detail: string };
}

/**
 * Batches within the limits of a request, with at most one event per call. So no event is published before an earlier
 * one of the same call that the bus refused. Each event is in the first batch with room after the events of its call:
 * a long conversation does not delay the calls that others create meanwhile.
 */
export function batchesOf(pending: readonly Pending[]): readonly Pending[][] {
  const batches: { readonly events: Pending[]; bytes: number }[] = [];
  /** The first batch that may have an event of the call. */
  const nextOf = new Map<string, number>();
  for (const each of pending) {
    const bytes = Buffer.byteLength(each.entry.Detail) + ENTRY_OVERHEAD_BYTES;
    let index = nextOf.get(each.subject) ?? 0;
    while (batches[index] && !hasRoom(batches[index], bytes)) index += 1;
    const batch = batches[index] ?? { events: [], bytes: 0 };
    batch.events.push(each);
    batch.bytes += bytes;
    batches[index] = batch;
    nextOf.set(each.subject, index + 1);
  }
  return batches.map(({ events }) => events);
}

const hasRoom = (
  batch: { readonly events: readonly Pending[]; readonly bytes: number } | undefined,
  bytes: number,
) => batch !== undefined && batch.events.length < MAX_ENTRIES && batch.bytes + bytes <= MAX_BYTES;
