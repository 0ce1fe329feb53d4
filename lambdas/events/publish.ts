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
import { QUOTA_PASSED } from '../domain/quotas/quota-watch.ts';
import { eventBus, sendTo } from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { unpublishedRecords } from '../runtime/queues.ts';
import { QUOTAS } from '../runtime/variables/quotas.ts';
import { API_URL, EVENT_BUS_NAME, UNPUBLISHED_RECORDS_URL } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { BOUNDED_HEADS } from '../store/lists/bounds.ts';
import { DAY_USE, doNotCallCountKey, openCallsKey } from '../store/table/keys.ts';
import { batchesOf, type Pending } from './batches.ts';
import { watchQuotas } from './watch-quotas.ts';

/** What goes onto the bus: a fact of a call, or what an owner asks for. */
type Published = Event | StoredRequest;

const client = new EventBridgeClient({});
const queue = new SQSClient({});

export const publishWorker = defineWorker({
  stack: 'Events',
  id: 'Publish',
  description: 'Publishes what the table’s stream tells',
  trigger: {
    by: 'stream',
    batchSize: 100,
    retries: 20,
    sortKeys: {
      prefixes: ['CALL#', 'TURN#', 'DELIVERY_REQUEST#'],
      // What is counted of users, for the alarm.
      whole: [openCallsKey('').sk, doNotCallCountKey('').sk, DAY_USE, ...BOUNDED_HEADS],
    },
    deadLetters: {
      id: 'UnpublishedRecords',
      impact: 'What happened in a call goes no further: nobody is told, and a call may not be dialled.',
      section: 'publish',
      queue: unpublishedRecords,
    },
  },
  grants: [eventBus, sendTo(unpublishedRecords)],
  variables: [API_URL, QUOTAS],
  timeoutSeconds: 30,
  metrics: { QuotaSharesPassed: QUOTA_PASSED },
});

/**
 * Publishes the facts of the table's stream. A record that cannot be read moves to the dead-letter queue, and the rest
 * is published. After a failure the stream is read again from the first unpublished record.
 */
async function handle({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
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

export const handler = workerHandler(publishWorker, handle);

/** Sends only the record's key: the table has its content. */
async function park({ eventID, dynamodb }: DynamoDBRecord): Promise<void> {
  const { Keys, SequenceNumber } = dynamodb ?? {};
  const MessageBody = JSON.stringify({ eventID, Keys, SequenceNumber });
  const QueueUrl = readVariable(UNPUBLISHED_RECORDS_URL);
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

const subjectOf = (event: Published) => (event.type === 'delivery_request' ? event.id : event.call_id);

function entryOf(event: Published) {
  return {
    EventBusName: readVariable(EVENT_BUS_NAME),
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
    watchQuotas({ before: previous, after }, readVariable(QUOTAS));
    return [];
  }
  const before = dynamodb.OldImage && storedCall.parse(unmarshall(image.parse(dynamodb.OldImage)));
  const call = storedCall.parse(after);
  return [...factsOfCall(before, call), ...factsOfRecording(before, call, readVariable(API_URL))];
}

/** Messages of a HIPAA-compliant call are never published. */
const toldOf = (held: Turn) => (held.hipaa_compliant ? [] : [factOfTurn(held)]);
