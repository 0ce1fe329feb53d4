import { expect, it } from 'vitest';
import { header } from '../../lambdas/platform/header.ts';

it('header is found in any case', () => {
  expect(header({ 'X-Twilio-Signature': 'abc' }, 'x-twilio-signature')).toBe('abc');
  expect(header({ 'x-twilio-signature': 'abc' }, 'x-twilio-signature')).toBe('abc');
  expect(header(null, 'x-twilio-signature')).toBeUndefined();
});
