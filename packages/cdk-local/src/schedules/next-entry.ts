import * as z from 'zod';
import type { DynamoDb } from '../dynamodb/dynamodb.ts';

/** Partitions of an index, sorted by time, in which a scheduled function looks for what is due. */
export interface DueIn {
  readonly table: string;
  readonly index: string;
  readonly partitionKey: string;
  readonly timeKey: string;
  readonly partitions: readonly string[];
}

const found = z.object({ Items: z.array(z.record(z.string(), z.object({ S: z.string().optional() }))) });

/** The earliest time in the partitions, in epoch milliseconds; infinite if they are empty. */
export async function nextEntry(dynamodb: DynamoDb, place: DueIn): Promise<number> {
  const times = place.partitions.map(async (partition) => {
    const { body } = await dynamodb.execute('Query', {
      TableName: place.table,
      IndexName: place.index,
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { '#partition': place.partitionKey },
      ExpressionAttributeValues: { ':partition': { S: partition } },
      Limit: 1,
    });
    const [first] = found.parse(body).Items;
    return first ? Date.parse(first[place.timeKey]?.S ?? '') : Number.POSITIVE_INFINITY;
  });
  return Math.min(...(await Promise.all(times)));
}
