import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { storedCall } from '../domain/calls/call.ts';
import { type Turn, turn } from '../domain/conversations/conversation.ts';
import { type StoredRequest, storedRequest } from '../domain/events/delivery-request.ts';
import { EVENT_SOURCE, type Event } from '../domain/events/events.ts';
import { factOfTurn, factsOfCall, factsOfRecording } from '../domain/events/facts.ts';
import { environment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { quotasOfEnvironment } from '../runtime/quotas.ts';
import { watchQuotas } from './watch-quotas.ts';

/** Most entries of a PutEvents request, and most bytes with a margin. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 900_000;
/** Bytes of an entry besides its detail, rounded up. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** An event on the bus: a fact of a call, or a user's request. */
type Published = Event | StoredRequest;

const client = new EventBridgeClient({});
const queue = new SQSClient({});

/**
 * Publishes the facts of the table's stream. A record that cannot be read moves to the dead-letter queue, and the rest
 * is published. After a failure the stream is read again from the first unpublished record.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const pending: Pending[] = [];
  for (const record of Records) {
    const sequenceNumber = record.dynamodb?.SequenceNumber ?? '';
    try {
      pending.push(
        ...factsOf(record).map((event) => ({
          sequenceNumber,
          subject: subjectOf(event),
          entry: entryOf(event),
        })),
      );
    } catch (error) {
      logger.error('A stream record cannot be read; it moved to the dead-letter queue.', {
        sequenceNumber,
        error,
      });
      await park(record);
    }
  }
  return failedFrom(await publish(pending));
}

/** An event to publish, and its stream record. */
interface Pending {
  readonly sequenceNumber: string;
  /** The call of the event; its events are published in order. */
  readonly subject: string;
  readonly entry: ReturnType<typeof entryOf>;
}

/** Sends only the record's key: the table has its content. */
async function park({ eventID, dynamodb }: DynamoDBRecord): Promise<void> {
  const { Keys, SequenceNumber } = dynamodb ?? {};
  const MessageBody = JSON.stringify({ eventID, Keys, SequenceNumber });
  const QueueUrl = environment('UNPUBLISHED_RECORDS_URL');
  await queue.send(new SendMessageCommand({ QueueUrl, MessageBody }));
}

const failedFrom = (sequenceNumber: string | undefined): DynamoDBBatchResponse => ({
  batchItemFailures: sequenceNumber === undefined ? [] : [{ itemIdentifier: sequenceNumber }],
});

/** Publishes in order. Returns the sequence number of the first unpublished record. */
async function publish(pending: readonly Pending[]): Promise<string | undefined> {
  for (const batch of batchesOf(pending)) {
    const { Entries = [] } = await client.send(
      new PutEventsCommand({ Entries: batch.map(({ entry }) => entry) }),
    );
    const failed = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
    if (failed < 0) continue;
    logger.warn('The event bus refused an event.', { errorCode: Entries[failed]?.ErrorCode });
    return batch[failed]?.sequenceNumber;
  }
  return undefined;
}

/**
 * Batches within the limits of a request, with at most one event per call. If the bus refuses an event, no later one of
 * the same call was published before it.
 */
function batchesOf(pending: readonly Pending[]): readonly Pending[][] {
  const batches: Pending[][] = [];
  let bytes = 0;
  for (const each of pending) {
    const own = Buffer.byteLength(each.entry.Detail) + ENTRY_OVERHEAD_BYTES;
    const last = batches.at(-1);
    bytes += own;
    const isFirstOfCall = !last?.some(({ subject }) => subject === each.subject);
    if (last && isFirstOfCall && last.length < MAX_ENTRIES && bytes <= MAX_BYTES) last.push(each);
    else {
      batches.push([each]);
      bytes = own;
    }
  }
  return batches;
}

const subjectOf = (event: Published) => (event.type === 'delivery_request' ? event.id : event.call_id);

function entryOf(event: Published) {
  return {
    EventBusName: environment('EVENT_BUS_NAME'),
    Source: EVENT_SOURCE,
    DetailType: event.type,
    Time: new Date(event.timestamp),
    Detail: JSON.stringify(event),
  };
}

/** DynamoDB's JSON; stream records and the SDK have different types for it. */
const image = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);

function factsOf({ eventName, dynamodb }: DynamoDBRecord): Published[] {
  if (!dynamodb?.NewImage) return [];
  const after = unmarshall(image.parse(dynamodb.NewImage));
  const key = String(after.sk);
  if (key.startsWith('TURN#')) return eventName === 'INSERT' ? toldOf(turn.parse(after)) : [];
  if (key.startsWith('DELIVERY_REQUEST#')) return eventName === 'INSERT' ? [storedRequest.parse(after)] : [];
  if (!key.startsWith('CALL#')) {
    const previous = dynamodb.OldImage && unmarshall(image.parse(dynamodb.OldImage));
    watchQuotas({ before: previous, after }, quotasOfEnvironment());
    return [];
  }
  const before = dynamodb.OldImage && storedCall.parse(unmarshall(image.parse(dynamodb.OldImage)));
  const call = storedCall.parse(after);
  return [...factsOfCall(before, call), ...factsOfRecording(before, call, environment('API_URL'))];
}

/** Messages of a HIPAA-compliant call are never published. */
const toldOf = (held: Turn) => (held.hipaa_compliant ? [] : [factOfTurn(held)]);
