import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, it } from 'vitest';
import { isSigned } from '../../../lambdas/account-connections/verify-signature.ts';

const account = { account_sid: 'AC1', auth_token: 'secret-of-the-account' };
const url = 'https://api.example/live/telephony/calls/u/c/status';
const form = { CallSid: 'CA1', CallStatus: 'completed', CallDuration: '12', Empty: '', Text: 'Grüße & mehr' };
const signature = getExpectedTwilioSignature(account.auth_token, url, form);

describe('isSigned', () => {
  it('accepts the vendor’s signature', () => {
    expect(isSigned(account, { signature, url, form })).toBe(true);
  });

  it('accepts the signature of a WebSocket handshake, which has no form', () => {
    const relay = 'wss://relay.example/relay';
    const handshake = getExpectedTwilioSignature(account.auth_token, relay, {});

    expect(isSigned(account, { signature: handshake, url: relay, form: {} })).toBe(true);
    expect(isSigned(account, { signature: handshake, url: `${relay}/`, form: {} })).toBe(false);
  });

  it.each([
    ['no signature', { signature: undefined }],
    ['an empty signature', { signature: '' }],
    ['a signature that is cut off', { signature: signature.slice(0, -4) }],
    ['a signature by another account', { signature: getExpectedTwilioSignature('other', url, form) }],
    ['another URL', { url: url.replace('/u/', '/v/') }],
    ['a changed field', { form: { ...form, CallStatus: 'busy' } }],
    ['a field more', { form: { ...form, Extra: '1' } }],
  ])('refuses %s', (_, changes) => {
    expect(isSigned(account, { signature, url, form, ...changes })).toBe(false);
  });
});
