import { describe, expect, it } from 'vitest';
import { hasRecording } from '../../../lambdas/calls/model/recording.ts';
import { at, knownCall } from '../../support/records.ts';

const kept = knownCall({ recording_available: true, recording_kept_at: at(0).toISOString() });
const later = (days: number) => new Date(at(0).getTime() + days * 86_400_000);

describe('hasRecording', () => {
  it('lasts for the retention days', () => {
    expect(hasRecording(kept, { days: 30, now: later(29.9) })).toBe(true);
    expect(hasRecording(kept, { days: 30, now: later(30) })).toBe(false);
  });

  it('is false without a recording', () => {
    expect(hasRecording(knownCall({ recording_sid: 'RE1' }), { days: 30, now: later(0) })).toBe(false);
  });
});
