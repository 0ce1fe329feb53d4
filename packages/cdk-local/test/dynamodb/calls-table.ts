import { onTestFinished } from 'vitest';
import { type DynamoDb, openDynamoDb } from '../../src/dynamodb/dynamodb.ts';

export const TABLE = 'Calls';

/** A table like the product's: two keys, an index, a stream, a time to live. */
export const tableProperties = {
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'number', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-number',
      KeySchema: [{ AttributeName: 'number', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
  DeletionProtectionEnabled: true,
};

export const keyOf = (sk: string) => ({ pk: { S: 'USER#1' }, sk: { S: sk } });

export const put = (sk: string, attributes: Record<string, unknown> = {}) => ({
  TableName: TABLE,
  Item: { ...keyOf(sk), ...attributes },
});

/** The changes in a stream's records, without numbers that differ between runs. */
export async function changesOf(db: DynamoDb, consumer = 'test') {
  const records = await db.stream(TABLE, consumer).read(1000);
  return records.map(({ eventName, dynamodb: { Keys, OldImage, NewImage } }) => ({
    eventName,
    sk: (Keys.sk as { S: string }).S,
    before: OldImage,
    after: NewImage,
  }));
}

/** A database in memory until the end of the test, with the test's table. */
export async function openEmbedded(): Promise<DynamoDb> {
  const db = await openDynamoDb({ region: 'us-east-1' });
  onTestFinished(() => db.close());
  await db.ensureTable(TABLE, tableProperties);
  return db;
}
