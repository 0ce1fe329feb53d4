import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { askExternalService } from '../../lambdas/actions/ask-external-service.ts';
import { Peer, type PeerRequest } from '../support/peer.ts';

const KEY = 'c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgbG9uZyE=';

it.each([
  KEY,
  `whsec_${KEY}`,
])('an external action is signed by Standard Webhooks, with the secret %s', async (signature_secret) => {
  vi.stubEnv('OUTBOUND_ALLOWED_NETWORKS', '127.0.0.0/8');
  const asked: PeerRequest[] = [];
  const server = new Peer((request, response) => {
    asked.push(request);
    response.end('{"result": 1}');
  });
  onTestFinished(() => server.close());
  const url = `${await server.listen()}/`;

  const action = { url, speak_on_send: false, speak_on_receive: false, signature_secret };
  const request = {
    callId: 'call',
    payload: { number: 7 },
    idempotencyKey: 'key',
    deadline: AbortSignal.timeout(5_000),
  };
  expect(await askExternalService(action, request)).toEqual({ result: 1 });

  const { text = '', headers = {} } = asked[0] ?? {};
  const verified = new Webhook(signature_secret).verify(text, headers as Record<string, string>);
  expect(verified).toEqual({ call_id: 'call', payload: { number: 7 } });
  const ofBody = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest('base64');
  expect(headers).toMatchObject({
    'x-action-signature': ofBody,
    'idempotency-key': 'key',
    'webhook-id': 'key',
  });
});
