import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { UNREAD_MIDDLEWARE, withoutUnreadMiddleware } from '../../lambdas/platform/sdk-middleware.ts';

const region = 'us-east-1';
const CLIENTS = {
  DynamoDBDocumentClient: () => DynamoDBDocumentClient.from(new DynamoDBClient({ region })),
  ApiGatewayManagementApiClient: () => new ApiGatewayManagementApiClient({ region }),
};

describe('a client without reports', () => {
  for (const [name, make] of Object.entries(CLIENTS)) {
    it(`has all middleware of ${name} except the unread reports`, () => {
      const namesOf = ({ middlewareStack }: ReturnType<typeof make>) =>
        middlewareStack.identify().map((line) => line.split(' - ')[0] ?? '');
      const all = namesOf(make());

      expect(all).toEqual(expect.arrayContaining([...UNREAD_MIDDLEWARE]));
      expect(namesOf(withoutUnreadMiddleware(make()))).toEqual(
        all.filter((each) => !UNREAD_MIDDLEWARE.some((unread) => unread === each)),
      );
    });
  }
});
