import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Connection } from './service-process.ts';

/** Everything that is stored, as text. */
export async function storedText(connection: Connection): Promise<string> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: connection.aws_endpoint_url, region: 'us-east-1', credentials }),
  );
  const texts: string[] = [];
  for await (const { Items } of paginateScan({ client }, { TableName: 'phone-call-agents-staging' }))
    texts.push(JSON.stringify(Items));
  client.destroy();
  return texts.join('\n');
}
