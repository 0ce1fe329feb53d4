import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Change, Item, UserIdentity } from '../store/change.ts';

const item = z.record(z.string(), z.unknown());

/** A record of a table's stream, as in Lambda's event. */
export const dynamoDbStreamRecord = z.object({
  eventID: z.string(),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  eventVersion: z.literal('1.1'),
  eventSource: z.literal('aws:dynamodb'),
  awsRegion: z.string(),
  userIdentity: z.object({ type: z.string(), principalId: z.string() }).optional(),
  dynamodb: z.object({
    /** Epoch seconds. */
    ApproximateCreationDateTime: z.number(),
    Keys: item,
    NewImage: item.optional(),
    OldImage: item.optional(),
    SequenceNumber: z.string(),
    SizeBytes: z.number(),
    StreamViewType: z.literal('NEW_AND_OLD_IMAGES'),
  }),
});
export type DynamoDbStreamRecord = z.infer<typeof dynamoDbStreamRecord>;

/** The stream record of a change. Its event id is random, so that a new data folder never repeats an old one. */
export function toStreamRecord(
  change: Change,
  stream: {
    readonly region: string;
    readonly keyNames: readonly string[];
    readonly sequenceNumber: string;
    readonly userIdentity: UserIdentity | undefined;
  },
): DynamoDbStreamRecord {
  const { before, after } = change;
  const keys = pick(after ?? before ?? {}, stream.keyNames);
  const images = { ...(after && { NewImage: after }), ...(before && { OldImage: before }) };
  return {
    eventID: randomBytes(16).toString('hex'),
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: stream.region,
    ...(stream.userIdentity && { userIdentity: stream.userIdentity }),
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: keys,
      ...images,
      SequenceNumber: stream.sequenceNumber,
      SizeBytes: Buffer.byteLength(JSON.stringify({ keys, ...images })),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

export function pick(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])));
}
