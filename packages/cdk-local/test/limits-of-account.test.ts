import {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Runtime } from '../src/runtime.ts';
import { connectClient } from './gateway/web-socket-client.ts';
import { type Example, startExample } from './support/start-example.ts';

/** Requests of the account at once; it has hardly any more a second. */
const REQUESTS = 30;
const SELDOM = 1 / 3600;

let example: Example;
let runtime: Runtime;

beforeAll(async () => {
  example = await startExample({
    reserves: false,
    limits: {
      lambda: { concurrency: 1 },
      gateway: {
        requests: { rate: SELDOM, burst: REQUESTS },
        newConnections: { rate: SELDOM, burst: 2 },
      },
    },
  });
  runtime = example.runtime;
});

afterAll(() => example.close());

const statusOf = async (path: string) => (await fetch(`${runtime.url}${path}`)).status;

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
describe('the concurrency of an account', () => {
  it('is shared by all functions without a reservation', async () => {
    const held = [1, 2].map(() => statusOf('/held/one'));
    const refused = await Promise.race(held);
    const other = await statusOf('/notes/one');
    const dynamodb = new DynamoDBClient(example.aws);
    const TableName = runtime.resources.find(
      ({ type, logicalId }) => type === 'AWS::DynamoDB::Table' && logicalId.startsWith('Table'),
    )?.ref;
    await dynamodb.send(new PutItemCommand({ TableName, Item: { id: { S: 'one' } } }));
    dynamodb.destroy();

    expect([refused, other]).toEqual([500, 500]);
    expect((await Promise.all(held)).sort()).toEqual([200, 500]);
  });

  it('cannot be reserved but for the last 100', async () => {
    const started = startExample({ limits: { lambda: { concurrency: 100 } } });

    await expect(started).rejects.toThrow('below its minimum value of [100]');
  });
});

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
describe('the limits of API Gateway for an account', () => {
  it('refuse new connections, and requests of all kinds above their common limit', async () => {
    const client = await connectClient(runtime.webSocketUrl);
    await connectClient(runtime.webSocketUrl);
    const third = await connectClient(runtime.webSocketUrl).catch((error: Error) => error.message);

    const statuses = await Promise.all(Array.from({ length: REQUESTS }, () => statusOf('/notes/none')));
    client.socket.send('hello');
    const frame = refusal.parse(await client.next());
    const management = new ApiGatewayManagementApiClient({ ...example.aws, maxAttempts: 1 });
    const command = management.send(
      new PostToConnectionCommand({ ConnectionId: frame.connectionId, Data: 'hello' }),
    );

    expect(third).toBe('Unexpected server response: 429');
    expect(statuses).toContain(429);
    expect(frame.message).toBe('Too Many Requests');
    await expect(command).rejects.toMatchObject({ name: 'LimitExceededException' });
    management.destroy();
  });
});

const refusal = z.object({ message: z.string(), connectionId: z.string() });
