// A request to a callback's address that the service did not issue costs no read of the table, on any route.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AwsRequestRecord } from 'cdk-local/aws/protocol/aws-request.ts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { callbackKey } from '../../lambdas/domain/calls/callback-key.ts';
import { newId } from '../../lambdas/runtime/ids.ts';
import { workers } from '../../lambdas/workers.ts';
import { USERS } from '../../local/seed.ts';
import { DEFAULT_CALLBACK_KEY } from '../../local/service.ts';
import { until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { relayParameters } from '../support/vendor-urls.ts';

const PLATFORM_TOKEN = 'token';
const [{ id: userId }, { id: otherUserId }] = USERS;

const requests: AwsRequestRecord[] = [];
let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({}, { onAwsRequest: (record) => requests.push(record) });
}, 120_000);

afterAll(() => service.close());

beforeEach(() => {
  requests.length = 0;
});

/** Every route of the vendor, with the entry of its function. */
const ROUTES = Object.entries(workers).flatMap(([entry, { trigger }]) =>
  trigger.by === 'callback' ? [[entry, trigger.path] as const] : [],
);

/** The requests of a function to DynamoDB. */
function tableRequestsOf(entry: string): string[] {
  const fn = service.runtime.resources.find(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Function' && JSON.stringify(properties).includes(`"${entry}"`),
  );
  if (!fn) throw new Error(`There is no function ${entry}.`);
  return requests
    .filter(({ functionName, service: of }) => functionName === fn.ref && of.startsWith('DynamoDB'))
    .map(({ operation }) => operation);
}

const keyOf = (purpose: 'call' | 'number' | 'relay', user: string, recordId: string) =>
  callbackKey(DEFAULT_CALLBACK_KEY, { purpose, userId: user, recordId });

/** Forged parts of a path: the user, the record and the key. */
function forgeries(path: string): readonly (readonly [string, string, string])[] {
  const id = newId();
  const purpose = path.includes('/numbers/') ? 'number' : 'call';
  const right = keyOf(purpose, userId, id);
  return [
    [userId, id, 'A'.repeat(right.length)],
    [userId, id, `${right}A`],
    [userId, id, right.slice(0, -1)],
    // The key of another record, of another user, and for another purpose.
    [userId, newId(), right],
    [otherUserId, id, right],
    [userId, id, keyOf('relay', userId, id)],
    [userId, id, keyOf(purpose === 'call' ? 'number' : 'call', userId, id)],
    [userId, 'not-an-id', right],
    [encodeURIComponent(`${userId}#CALL`), id, right],
  ];
}

describe('a callback whose address has a wrong key', () => {
  it('has routes to try', () => {
    expect(ROUTES.map(([entry]) => entry).sort()).toEqual([
      'callbacks/answer',
      'callbacks/call-status',
      'callbacks/incoming',
      'callbacks/incoming-status',
      'callbacks/machine-detection',
      'callbacks/recording-status',
      'callbacks/relay-ended',
      'callbacks/transfer-ended',
      'callbacks/transfer-key',
      'callbacks/transfer-status',
      'callbacks/transfer-whisper',
    ]);
  });

  it.each(ROUTES)(
    'is refused before any request to the table: %s',
    { timeout: 60_000 },
    async (entry, path) => {
      const form = { CallSid: `CA${'0'.repeat(32)}`, CallStatus: 'completed', From: '+15550001111' };
      const statuses: number[] = [];
      for (const [user, record, key] of forgeries(path)) {
        const filled = path
          .replace('{user_id}', user)
          .replace(/\{(call|number)_id\}/, record)
          .replace('{key}', key);
        const url = `${service.connection.base_url}${filled}`;
        // Even with the platform's own signature.
        const signature = getExpectedTwilioSignature(PLATFORM_TOKEN, url, form);
        const headers = { 'x-twilio-signature': signature };
        statuses.push(
          (await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })).status,
        );
      }

      expect(new Set(statuses)).toEqual(new Set([403]));
      expect(tableRequestsOf(entry)).toEqual([]);
    },
  );

  it('reads the record once the key is right', async () => {
    const id = newId();
    const url = `${service.connection.base_url}/telephony/calls/${userId}/${id}/${keyOf('call', userId, id)}/status`;

    const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ CallSid: 'CA1' }) });

    expect(status).toBe(403);
    expect(tableRequestsOf('callbacks/call-status')).toEqual(['GetItem']);
  });
});

describe('a WebSocket of a stranger', () => {
  it('costs nothing without a signature in the vendor’s form', async () => {
    for (const headers of [{}, { 'x-twilio-signature': 'A'.repeat(27) }]) {
      const socket = new WebSocket(service.connection.websocket_url, { headers });
      await once(socket, 'unexpected-response');
    }

    expect(tableRequestsOf('conversation/connect')).toEqual([]);
  });

  it('costs one write with one, and its setup with a wrong key costs nothing', async () => {
    const signature = `${'A'.repeat(27)}=`;
    const socket = new WebSocket(service.connection.websocket_url, {
      headers: { 'x-twilio-signature': signature },
    });
    await once(socket, 'open');
    const right = relayParameters({ user_id: userId, id: newId() });
    const forged = [
      { ...right, key: 'A'.repeat(right.key.length) },
      { ...right, call_id: newId() },
      { ...right, user_id: otherUserId },
      { ...right, key: keyOf('call', userId, right.call_id) },
    ];
    const answers: string[] = [];
    socket.on('message', (frame) => answers.push(String(frame)));
    for (const customParameters of forged)
      socket.send(
        JSON.stringify({ type: 'setup', sessionId: `VX${randomUUID()}`, callSid: 'CA1', customParameters }),
      );
    await until('the refusals', () => answers.length === forged.length || { waitingFor: answers.length });
    socket.close();

    expect(tableRequestsOf('conversation/connect')).toEqual(['PutItem']);
    expect(tableRequestsOf('conversation/message')).toEqual([]);
  });
});
