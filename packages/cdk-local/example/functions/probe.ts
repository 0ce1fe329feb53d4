import { ApiGatewayManagementApi } from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';

const CLIENTS = { ApiGatewayManagementApi, DynamoDB, EventBridge, SecretsManager, SQS };

/** Sends a request, and returns its result. */
export async function handler(request: {
  readonly client: keyof typeof CLIENTS;
  readonly operation: string;
  readonly input: object;
  readonly config?: object;
}) {
  const client = new CLIENTS[request.client](request.config ?? {});
  try {
    const output = await Reflect.get(client, request.operation).call(client, request.input);
    return { ok: true, output };
  } catch (error) {
    return error instanceof Error ? { ok: false, name: error.name, message: error.message } : undefined;
  }
}
