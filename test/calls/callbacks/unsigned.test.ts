import type { APIGatewayProxyEvent, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedCallback } from '../../../lambdas/calls/callbacks/signed-callback.ts';
import { handler as connect, connectWorker } from '../../../lambdas/calls/relay/connect.ts';
import { variablesOf } from '../../../lambdas/platform/worker.ts';
import { CALL, USER } from '../../support/records.ts';
import { CREDENTIALS, stubVariables } from '../../support/table/variables.ts';
import { writtenMetrics } from '../../support/written-metrics.ts';

const keys = vi.hoisted(() => ({ isValid: true }));
vi.mock('../../../lambdas/account-connections/verify-signature.ts', async (original) => ({
  ...(await original<object>()),
  isSignedByAccount: async () => false,
}));
vi.mock('../../../lambdas/vendors/telephony/callback-keys.ts', async (original) => ({
  ...(await original<object>()),
  hasCallbackKey: async () => keys.isValid,
}));

const OWN_ACCOUNT = { user_id: USER, telephony_account_connection: CALL };
const written = writtenMetrics();
beforeEach(() => stubVariables(variablesOf(connectWorker), CREDENTIALS));

it.each([
  ['of the platform’s account', { user_id: USER }, true, 1],
  ['of a user’s own account, who could send as many as they like', OWN_ACCOUNT, true, 0],
  ['to a call that does not exist', undefined, true, 0],
  ['of a stranger, who does not know the key', { user_id: USER }, false, 0],
])('an unsigned callback %s counts as often as it matters', async (_, found, isValid, counted) => {
  keys.isValid = isValid;
  const handle = vi.fn();
  const callback = signedCallback({
    kind: 'status',
    purpose: 'call',
    find: async () => found,
    url: async () => 'https://callbacks.example.com/',
    handle,
  });
  const pathParameters = { user_id: USER, call_id: CALL, key: 'key' };
  const event = { pathParameters, headers: {}, queryStringParameters: null, body: 'CallSid=CA1' };

  const { statusCode } = await callback(event as unknown as APIGatewayProxyEvent);

  expect([statusCode, written('CallbackUnsigned').length]).toEqual([403, counted]);
  expect(handle).not.toHaveBeenCalled();
});

it('counts connections that a stranger opens', async () => {
  const event = { headers: {}, requestContext: { connectionId: 'c' } };

  const answer = await connect(event as unknown as APIGatewayProxyWebsocketEventV2);

  expect([answer.statusCode, written('ConnectionRefused')]).toEqual([403, [{}]]);
});
