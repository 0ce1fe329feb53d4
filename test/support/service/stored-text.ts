import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Connection } from './service-process.ts';
import { TABLE_NAME, tableClient } from './table-client.ts';

/** Everything that is stored, as text. */
export async function storedText(connection: Connection): Promise<string> {
  const client = tableClient(connection);
  const texts: string[] = [];
  for await (const { Items } of paginateScan({ client }, { TableName: TABLE_NAME }))
    texts.push(JSON.stringify(Items));
  client.destroy();
  return texts.join('\n');
}
