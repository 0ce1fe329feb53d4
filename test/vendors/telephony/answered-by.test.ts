import { describe, expect, it } from 'vitest';
import { resultOf } from '../../../lambdas/calls/model/machine-detection.ts';
import { answererOf } from '../../../lambdas/vendors/model/call-status.ts';

describe('what answered a call', () => {
  it.each([
    ['human', 'human', 'human'],
    ['machine_start', 'machine', 'no_human'],
    ['machine_end_beep', 'recording_machine', 'no_human'],
    ['machine_end_silence', 'recording_machine', 'no_human'],
    ['machine_end_other', 'recording_machine', 'no_human'],
    ['fax', 'fax', 'no_human'],
  ])('is told by the vendor as %s: %s, for the call %s', (answeredBy, answerer, result) => {
    const found = answererOf(answeredBy);

    expect(found).toBe(answerer);
    expect(found && resultOf(found)).toBe(result);
  });

  it.each(['unknown', '', '__proto__', undefined])('is unknown for %j', (answeredBy) => {
    expect(answererOf(answeredBy)).toBeUndefined();
  });
});
