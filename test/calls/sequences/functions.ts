import { randomUUID } from 'node:crypto';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { vi } from 'vitest';
import type { CallbackKind } from '../../../lambdas/calls/callback-urls.ts';
import type { StoredCall } from '../../../lambdas/calls/model/call.ts';
import { variablesOf } from '../../../lambdas/platform/worker.ts';
import { callbackKey, type KeyPurpose } from '../../../lambdas/vendors/telephony/callback-keys.ts';
import { workers } from '../../../lambdas/workers.ts';
import { CREDENTIALS, stubVariables } from '../../support/table/variables.ts';
import { ACCOUNT, type Aws, CALLBACK_SECRET, TABLE } from './aws.ts';

const CALLBACKS = 'https://callbacks.example.com';
const RELAY_URL = 'wss://relay.example.com/live';

/** Sets the environment variables of the stacks. */
export function stubEnvironment({ aws, vendor, model }: { aws: Aws; vendor: string; model: string }): void {
  const queue = (name: string) => `${aws.url}/1/${name}`;
  stubVariables(Object.values(workers).flatMap(variablesOf), {
    ...CREDENTIALS,
    AWS_ENDPOINT_URL: aws.url,
    AWS_MAX_ATTEMPTS: '2',
    TABLE_NAME: TABLE,
    CONNECTIONS_URL: aws.url,
    CALLBACK_BASE_URL: CALLBACKS,
    RELAY_URL,
    TELEPHONY_API_URL: vendor,
    LLM_BASE_URL: model,
    LLM_MODEL: 'any',
    OUTBOUND_ALLOWED_NETWORKS: '',
    PLATFORM_MODELS: '{"llm_vendor_a":["any"],"llm_vendor_b":[]}',
    SILENCE_CHECKS_URL: queue('idle'),
    DUE_TURNS_URL: queue('due'),
    UNPUBLISHED_RECORDS_URL: queue('unpublished'),
    DIAL_QUEUE_URL: queue('dial'),
    CALLS_PER_SECOND: '1000',
    MAX_OPEN_CALLS: '1000',
    RECORD_CALLS: 'true',
    DETECT_MACHINES: 'always',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
}

/** The functions in a new process, without caches. */
export async function startFunctions() {
  vi.resetModules();
  const handlers = {
    answer: await import('../../../lambdas/calls/callbacks/answer.ts'),
    status: await import('../../../lambdas/calls/callbacks/call-status.ts'),
    'relay-ended': await import('../../../lambdas/calls/callbacks/relay-ended.ts'),
    'transfer-status': await import('../../../lambdas/calls/callbacks/transfer-status.ts'),
    'transfer-ended': await import('../../../lambdas/calls/callbacks/transfer-ended.ts'),
    'machine-detection': await import('../../../lambdas/calls/callbacks/machine-detection.ts'),
    recording: await import('../../../lambdas/calls/callbacks/recording-status.ts'),
    'transfer-whisper': await import('../../../lambdas/calls/callbacks/transfer-whisper.ts'),
    'transfer-key': await import('../../../lambdas/calls/callbacks/transfer-key.ts'),
  };
  const message = await import('../../../lambdas/calls/relay/message.ts');
  const disconnect = await import('../../../lambdas/calls/relay/disconnect.ts');
  const connect = await import('../../../lambdas/calls/relay/connect.ts');
  const dial = await import('../../../lambdas/calls/dialing/dial.ts');
  const { reconcileCall } = await import('../../../lambdas/calls/reconciliation/reconcile-call.ts');
  const { telephonyClientOf } = await import('../../../lambdas/account-connections/telephony-accounts.ts');
  const { VendorCalls } = await import('../../../lambdas/vendors/telephony/calls.ts');
  const { finishCall } = await import('../../../lambdas/calls/store/finish-call.ts');
  const { loadCall } = await import('../../../lambdas/calls/store/calls.ts');
  const { stackTable } = await import('../../../lambdas/platform/table/table.ts');
  const table = stackTable();
  return {
    table,
    /** A callback of the vendor. Returns the TwiML of the answer. */
    async callback(
      kind: CallbackKind,
      call: CallKey,
      { attempt, ...form }: { readonly attempt?: string } & Readonly<Record<string, string>>,
    ): Promise<string> {
      const key = keyOf('call', call);
      const query = attempt === undefined ? '' : `?attempt=${attempt}`;
      const url = `${CALLBACKS}/telephony/calls/${call.userId}/${call.callId}/${key}/${kind}${query}`;
      const { statusCode, body } = await handlers[kind].handler({
        pathParameters: { user_id: call.userId, call_id: call.callId, key },
        ...(attempt !== undefined && { queryStringParameters: { attempt } }),
        headers: { 'x-twilio-signature': getExpectedTwilioSignature(ACCOUNT.auth_token, url, form) },
        body: new URLSearchParams(form).toString(),
        isBase64Encoded: false,
      } as never);
      return `${statusCode} ${body}`;
    },
    /** A frame over the WebSocket. */
    frame: (
      connectionId: string,
      frame: object,
      { arrivedMs = Date.now(), id = randomUUID() as string, openedMs = Date.now() } = {},
    ) =>
      message.handler({
        requestContext: {
          connectionId,
          requestTimeEpoch: arrivedMs,
          requestId: id,
          connectedAt: openedMs,
        },
        body: JSON.stringify(frame),
      } as never),
    /** The vendor opens a WebSocket. */
    connect: (connectionId: string) =>
      connect.handler({ requestContext: { connectionId }, headers: HANDSHAKE } as never),
    /** API Gateway reports it once, even after a failure. */
    disconnect: (connectionId: string) =>
      disconnect.handler({ requestContext: { connectionId } } as never).catch(() => undefined),
    async dial(call: StoredCall): Promise<void> {
      const body = JSON.stringify({ user_id: call.user_id, call_id: call.id });
      await dial.handler({
        Records: [{ messageId: '1', body, attributes: { ApproximateReceiveCount: '1' } }],
      } as never);
    },
    end: (key: CallKey) => finishCall(table, key, { transition: 'end', now: new Date(), endedBy: 'api' }),
    /** Reconciles the call with the vendor's state. */
    async reconcile(key: CallKey, now: () => Date): Promise<void> {
      const call = await loadCall(table, key);
      const client = call && (await telephonyClientOf(table, call));
      if (client) await reconcileCall(call, { table, telephony: new VendorCalls(client), now });
    },
  };
}

export type Functions = Awaited<ReturnType<typeof startFunctions>>;

const HANDSHAKE = {
  'x-twilio-signature': getExpectedTwilioSignature(ACCOUNT.auth_token, RELAY_URL, {}),
};

/** The key of a call. */
export const keyOf = (purpose: KeyPurpose, { userId, callId }: CallKey) =>
  callbackKey(CALLBACK_SECRET, { purpose, userId, recordId: callId });

/** Identifies the call of a sequence. */
export interface CallKey {
  readonly userId: string;
  readonly callId: string;
}
