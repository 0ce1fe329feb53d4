import { type DynamoDb, openDynamoDb } from '../../src/dynamodb/dynamodb.ts';
import { AWS_LIMITS, type LimitChanges } from '../../src/limits/aws-limits.ts';
import { serve, TABLE, tableProperties } from './calls-table.ts';

interface OpenDatabase {
  readonly db: DynamoDb;
  close(): Promise<void>;
}

/** An embedded database in memory, with the test's table and changed limits. */
export async function openEmbedded(limits: LimitChanges['dynamodb'] = {}): Promise<OpenDatabase> {
  const db = await openDynamoDb({ region: 'us-east-1', limits: { ...AWS_LIMITS.dynamodb, ...limits } });
  await db.ensureTable(TABLE, tableProperties);
  return { db, close: () => db.close() };
}

/** A database whose items are at another DynamoDB endpoint. */
export async function openOverEndpoint(limits: LimitChanges['dynamodb'] = {}): Promise<OpenDatabase> {
  const upstream = await openDynamoDb({ region: 'us-east-1' });
  const server = await serve(upstream);
  const db = await openDynamoDb({
    region: 'us-east-1',
    upstreamUrl: server.url,
    limits: { ...AWS_LIMITS.dynamodb, ...limits },
  });
  await db.ensureTable(TABLE, tableProperties);
  const close = async () => {
    await db.close();
    await server.close();
    await upstream.close();
  };
  return { db, close };
}

/** Both engines: each must behave alike. */
export const databases = [
  ['embedded', openEmbedded],
  ['over another endpoint', openOverEndpoint],
] as const;
