import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment } from '../platform/environment.ts';

/** The single table and the client to reach it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

/** A table reached through this DynamoDB client. */
export function tableOf(client: DynamoDBClient, name: string): Table {
  const marshallOptions = { removeUndefinedValues: true };
  return { name, client: DynamoDBDocumentClient.from(client, { marshallOptions }) };
}

let shared: Table | undefined;

/** The stack's table, with one client for the life of the container. */
export function stackTable(): Table {
  shared ??= tableOf(new DynamoDBClient({}), environment('TABLE_NAME'));
  return shared;
}
