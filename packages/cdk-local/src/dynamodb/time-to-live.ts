import { z } from 'zod';
import type { Engine } from './engine/engine.ts';
import type { TableSettings } from './table/table-settings.ts';

/** The identity in the stream records of expired items. */
const EXPIRY_IDENTITY = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
/** Seconds. DynamoDB ignores an expiry more than five years ago as an error. */
const FIVE_YEARS = 5 * 365 * 24 * 60 * 60;

const page = z.object({
  Items: z.array(z.record(z.string(), z.unknown())),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Deletes the table's items that are expired at `now` (epoch milliseconds). */
export async function deleteExpired(engine: Engine, table: TableSettings, now: number): Promise<void> {
  if (table.timeToLiveAttribute === undefined) return;
  const seconds = Math.floor(now / 1000);
  const names = Object.fromEntries(table.keyNames.map((name, index) => [`#key${index}`, name]));
  const expired = {
    expression: '#expiry < :now AND #expiry > :oldest',
    names: { '#expiry': table.timeToLiveAttribute },
    values: { ':now': { N: `${seconds}` }, ':oldest': { N: `${seconds - FIVE_YEARS}` } },
  };
  let start: Record<string, unknown> | undefined;
  do {
    const scan = {
      TableName: table.tableName,
      FilterExpression: expired.expression,
      ProjectionExpression: Object.keys(names).join(', '),
      ExpressionAttributeNames: { ...names, ...expired.names },
      ExpressionAttributeValues: expired.values,
      ...(start && { ExclusiveStartKey: start }),
    };
    const answer = await engine.execute('Scan', scan, EXPIRY_IDENTITY);
    const { Items, LastEvaluatedKey } = page.parse(answer.body);
    for (const Key of Items) {
      // The condition keeps an item that was renewed since the scan.
      const deletion = {
        TableName: table.tableName,
        Key,
        ConditionExpression: expired.expression,
        ExpressionAttributeNames: expired.names,
        ExpressionAttributeValues: expired.values,
      };
      await engine.execute('DeleteItem', deletion, EXPIRY_IDENTITY);
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
