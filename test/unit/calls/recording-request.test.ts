import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingUrlOf, startRecording } from '../../../lambdas/callbacks/recording-request.ts';
import { CALL, storedCall, USER } from '../domain/records.ts';

beforeEach(() => {
  vi.stubEnv('RECORD_CALLS', 'true');
  vi.stubEnv('CALLBACK_BASE_URL', 'https://callbacks.example.com/live');
});

afterEach(() => void vi.unstubAllEnvs());

describe('recordingUrlOf', () => {
  it('is the callback of the call', () => {
    expect(recordingUrlOf(storedCall())).toBe(
      `https://callbacks.example.com/live/telephony/calls/${USER}/${CALL}/recording`,
    );
  });

  it('is none where the configuration switches recording off', () => {
    vi.stubEnv('RECORD_CALLS', 'false');

    expect(recordingUrlOf(storedCall())).toBeUndefined();
  });

  it('is none for a call of which nothing may be kept', () => {
    expect(recordingUrlOf(storedCall({ hipaa_compliant: true }))).toBeUndefined();
  });
});

describe('startRecording', () => {
  it('asks the vendor to record and to tell of the recording, or that there is none', () => {
    const response = new VoiceResponse();

    startRecording(response, 'https://example.com/recording');

    expect(response.toString()).toContain(
      '<Response><Start><Recording channels="mono" recordingStatusCallback="https://example.com/recording" recordingStatusCallbackEvent="completed absent"/></Start></Response>',
    );
  });
});
