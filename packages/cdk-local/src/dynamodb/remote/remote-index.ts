import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { GlobalSecondaryIndex } from '../engine/engine.ts';
import { messageOf } from '../store/answer.ts';
import type { Send } from './upstream.ts';

/** Milliseconds between checks whether an index is ready. */
const POLL_INTERVAL = 100;

const description = z.object({
  Table: z.object({ GlobalSecondaryIndexes: z.array(z.object({ IndexStatus: z.string() })) }),
});

/** Adds an index to another endpoint's table, and waits until it is filled: DynamoDB creates one at a time. */
export async function addIndexAt(
  send: Send,
  change: { tableName: string; index: GlobalSecondaryIndex; attributeDefinitions: readonly object[] },
): Promise<void> {
  const answer = await send('UpdateTable', {
    TableName: change.tableName,
    AttributeDefinitions: change.attributeDefinitions,
    GlobalSecondaryIndexUpdates: [{ Create: change.index }],
  });
  if (answer.status !== 200) {
    throw new Error(`Index ${change.index.IndexName} could not be added: ${messageOf(answer.body)}`);
  }
  for (;;) {
    const { body } = await send('DescribeTable', { TableName: change.tableName });
    const { GlobalSecondaryIndexes: indexes } = description.parse(body).Table;
    if (indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return;
    await pause(POLL_INTERVAL);
  }
}
