import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { until } from './api.ts';
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

/** Resolves when a word is stored nowhere: the conversation of a private call is deleted just after the call's end. */
export async function forgotten(connection: Connection, word: string): Promise<void> {
  await until(`the deletion of "${word}"`, async () => {
    const text = await storedText(connection);
    const at = text.indexOf(word);
    return at === -1 || { waitingFor: text.slice(Math.max(0, at - 500), at + 100) };
  });
}
