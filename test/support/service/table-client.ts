import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { attemptUntil } from '../../../lambdas/platform/table/retry.ts';
import type { Connection } from './service-process.ts';

/** The table of the shared service. */
export const TABLE_NAME = 'phone-call-agents-staging';

/**
 * The table of the shared service, with its operator's rights; the caller must destroy the client. A write waits for the
 * service's transaction at the same item.
 */
export function tableClient(connection: Connection): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'operator', secretAccessKey: connection.operator_key };
  const endpoint = connection.aws_endpoint_url;
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  client.middlewareStack.add((next) => (request) => whenFree(() => next(request)), { step: 'initialize' });
  return DynamoDBDocumentClient.from(client);
}

const whenFree = <Output extends object>(send: () => Promise<Output>): Promise<Output> =>
  attemptUntil(async () => {
    try {
      return await send();
    } catch (error) {
      if (error instanceof TransactionConflictException) return undefined;
      throw error;
    }
  });
