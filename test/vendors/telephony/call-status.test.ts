import { expect, it } from 'vitest';
import { isUnanswered, judgeVendorStatus } from '../../../lambdas/vendors/model/call-status.ts';

it.each([
  ['queued', 'pending', undefined],
  ['initiated', 'pending', undefined],
  ['ringing', 'pending', undefined],
  ['in-progress', 'connected', undefined],
  ['completed', 'ended', undefined],
  ['busy', 'failed', 'human_unanswered'],
  ['no-answer', 'failed', 'human_unanswered'],
  ['failed', 'failed', 'call_did_not_connect'],
  ['canceled', 'failed', 'call_did_not_connect'],
  ['a-status-of-tomorrow', 'pending', undefined],
])('judgeVendorStatus maps %s to %s', (status, kind, outcome) => {
  const verdict = judgeVendorStatus(status);

  expect(verdict.kind).toBe(kind);
  expect(verdict.kind === 'failed' ? verdict.outcome : undefined).toBe(outcome);
});

it.each([
  ['failed', '404', 'The number does not exist.'],
  ['failed', '503', 'The telephony vendor could not connect the call.'],
  ['failed', undefined, 'The telephony vendor could not connect the call.'],
  ['no-answer', '480', 'The callee did not answer.'],
])('judgeVendorStatus tells why a call of the status %s and the SIP code %s failed', (status, code, reason) => {
  expect(judgeVendorStatus(status, code)).toMatchObject({ reason });
});

it.each([
  ['busy', true],
  ['no-answer', true],
  ['failed', false],
  ['completed', false],
  [undefined, false],
])('a call of the status %s is unanswered: %s', (status, expected) => {
  expect(isUnanswered(status)).toBe(expected);
});
