import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Connection } from '#cli/settings/connection-file.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { type Table, tableOf } from '../../lambdas/platform/table/table.ts';
import type { Prompt } from '../../lambdas/prompts/model/prompt.ts';
import { promptKind } from '../../lambdas/prompts/model/prompt.ts';
import { createRecords } from '../../lambdas/records/store/records.ts';
import { tableName } from '../../lib/constructs/store.ts';
import staging from '../../test/support/environments/staging.ts';

/** A transaction has at most 100 actions: two per record, and one that counts them. */
const RECORDS_AT_ONCE = 49;

/** The table of a running staging environment, accessed as its operator, to whom no policy applies. */
export function operatorTable(connection: Pick<Connection, 'aws_endpoint_url' | 'operator_key'>): {
  readonly table: Table;
  close(): void;
} {
  const { aws_endpoint_url: endpoint, operator_key: secretAccessKey } = connection;
  const credentials = { accessKeyId: 'operator', secretAccessKey };
  const client = new DynamoDBClient({ endpoint, region: staging.region, credentials });
  return { table: tableOf(client, tableName(staging)), close: () => client.destroy() };
}

/** Stores prompts of a user. Returns their ids. */
export async function storePrompts(table: Table, userId: string, count: number): Promise<readonly string[]> {
  const prompts = Array.from({ length: count }, () => newPrompt(userId));
  for (let start = 0; start < count; start += RECORDS_AT_ONCE) {
    const some = prompts.slice(start, start + RECORDS_AT_ONCE);
    await createRecords(
      table,
      some.map((record) => ({ kind: promptKind, record })),
    );
  }
  return prompts.map(({ id }) => id);
}

/** A prompt of 512 bytes. */
export const newPrompt = (userId: string): Prompt => ({
  id: newId(),
  user_id: userId,
  content: 'You are kind. '.repeat(28),
});
