import { beforeAll, describe, expect, it } from 'vitest';
import { addModelRules, makeAgent, placeCall } from '../../support/scene.ts';
import { api, connection } from '../../support/service/shared-api.ts';
import { carrierCall } from '../../support/service/shared-carrier.ts';
import { startTalk } from '../../support/talk.ts';

beforeAll(() =>
  addModelRules(connection, [
    { when: { system: 'SPEC-PROVIDERS', last_user: 'two' }, reply: 'Quite so.' },
    { when: { system: 'SPEC-PROVIDERS' }, reply: 'Indeed, thank you.' },
  ]),
);

async function runCall(script: readonly object[], wishes: object = {}) {
  const { agent } = await makeAgent(api, { prompt: 'SPEC-PROVIDERS' });
  const callee = { answer: 'answer', patience_ms: 20_000, script };
  const { call } = await placeCall(connection, api, { agent: agent.id, callee, wishes });
  const ended = await api.finishedCall(call.id);
  const { events } = await carrierCall(ended.telephony_id);
  return { ended, log: JSON.stringify(events) };
}

describe.concurrent('a provider of speech that fails', () => {
  it('is replaced by the vendor’s backup, which the call shows', async () => {
    const { ended, log } = await runCall([{ say: 'one' }, { fail: 'tts' }, { fail: 'stt' }, { say: 'two' }]);

    expect(ended.transcript).toBe('HUMAN: one\nAGENT: Indeed, thank you.\nHUMAN: two\nAGENT: Quite so.');
    expect(ended).toMatchObject({
      status: 'ended',
      voice_failover: { provider: 'Google', at: expect.any(String) },
      transcription_failover: { provider: 'Google', at: expect.any(String) },
    });
    expect(log.match(/"setup"/g)).toHaveLength(1);
  });

  it.each([
    ['tts', 64111, 'voice_failover', 'voices'],
    ['stt', 64114, 'transcription_failover', 'speech recognition'],
  ])('has another one after its backup failed too, once: %s', async (fail, code, field, name) => {
    const { call, line, happened } = await startTalk(connection, api, { prompt: 'SPEC-PROVIDERS' });
    await line({ say: 'one' });
    await happened('"agent_turn","text":"Indeed');
    await line({ fail });
    await line({ fail });
    await happened('"agent_turn","text":"Sorry');
    await line({ say: 'two' });
    await happened('"agent_turn","text":"Quite so');
    await line({ fail });
    const ended = await api.finishedCall(call.id);

    const { events } = await carrierCall(ended.telephony_id);
    const codes = events.flatMap((event: { code?: number }) => event.code ?? []);
    expect(codes).toEqual([code, code]);
    expect(ended).toMatchObject({
      status: 'error',
      error_message: expect.stringContaining(`provider of ${name}`),
      [field]: { provider: 'Google' },
    });
  });

  it('has no other one in a HIPAA-compliant call, unless the configuration names it', async () => {
    const script = [{ say: 'one' }, { fail: 'tts', after_words: 1 }, { wait_ms: 60_000 }];
    const { ended, log } = await runCall(script, { hipaa_compliant: true });

    expect(ended).toMatchObject({
      status: 'error',
      error_message: expect.stringContaining('provider of voices'),
    });
    expect(ended).not.toHaveProperty('voice_failover');
    expect(log.match(/"setup"/g)).toHaveLength(1);
  });
});
