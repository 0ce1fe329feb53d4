import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Connection } from './service-process.ts';

/** The table of the shared service. */
export const TABLE_NAME = 'phone-call-agents-staging';

/** The table of the shared service, with its operator's rights; the caller must destroy the client. */
export function tableClient(connection: Connection): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const endpoint = connection.aws_endpoint_url;
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
}
