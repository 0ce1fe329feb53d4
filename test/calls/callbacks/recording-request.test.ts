import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callbackUrl, recordingUrlOf } from '../../../lambdas/calls/callback-urls.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { CALL, knownCall, USER } from '../../support/records.ts';

afterAll(await startSecrets());
vi.stubEnv('CALLBACK_BASE_URL', 'https://callbacks.example.com/live');
beforeEach(() => void vi.stubEnv('RECORD_CALLS', 'true'));

describe('recordingUrlOf', () => {
  it('is the callback of the call, with the key of the call', async () => {
    const url = await recordingUrlOf(knownCall());

    expect(url).toBe(await callbackUrl('recording', { userId: USER, callId: CALL }));
    expect(url).toMatch(
      new RegExp(
        `^https://callbacks.example.com/live/telephony/calls/${USER}/${CALL}/[A-Za-z0-9_-]{24}/recording#rc=2&rp=4xx,5xx,ct,rt$`,
      ),
    );
  });

  it('is undefined if the configuration disables recording', async () => {
    vi.stubEnv('RECORD_CALLS', 'false');

    expect(await recordingUrlOf(knownCall())).toBeUndefined();
  });

  it('is undefined for a HIPAA-compliant call', async () => {
    expect(await recordingUrlOf(knownCall({ hipaa_compliant: true }))).toBeUndefined();
  });
});
