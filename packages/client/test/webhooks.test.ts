import { InvalidSignature, verifyWebhook } from 'phone-call-agents-client/webhooks';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';

const secret = `whsec_${btoa('a secret of two dozen by')}`;
const event = { id: 'e-1', type: 'event_phone_call_ended', payload: { duration_seconds: 60 } };
const body = JSON.stringify(event);

function headersAt(time: Date) {
  return {
    'Webhook-Id': 'e-1',
    'Webhook-Timestamp': String(Math.floor(time.getTime() / 1000)),
    'Webhook-Signature': new Webhook(secret).sign('e-1', time, body),
  };
}

it('returns the event of a signed delivery, with the headers of fetch or of Node.js', () => {
  const headers = headersAt(new Date());

  for (const given of [headers, new Headers(headers)]) {
    const verified = verifyWebhook(secret, { body, headers: given });
    expect(verified).toEqual(event);
    if (verified.type === 'event_phone_call_ended') verified.payload.duration_seconds satisfies number;
  }
});

it.each([
  ['another body', { body: body.replace('60', '61') }],
  ['an old signature', { headers: headersAt(new Date(Date.now() - 301_000)) }],
  ['no signature', { headers: {} }],
])('refuses %s', (_, changes) => {
  const delivery = { body, headers: headersAt(new Date()), ...changes };

  expect(() => verifyWebhook(secret, delivery)).toThrow(InvalidSignature);
});
