import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Connection } from './service-process.ts';

/** The table of the shared service. */
export const TABLE_NAME = 'phone-call-agents-staging';

/** Reaches the table of the shared service as its operator; to be destroyed by who has asked for it. */
export function tableClient(connection: Connection): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const endpoint = connection.aws_endpoint_url;
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }));
}
