import { describe, expect, it } from 'vitest';
import { FunctionApi } from '../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();

const AGENT = { prompt: { content: 'x' }, voice: { type: 'voice_builtin', voice_id: 'default' } };

const update = (id: string, body: object) => api.run('agents/update', { query: { id }, body });

describe('turn_taking of an agent', () => {
  it('is kept with its defaults, replaced by an update, and cleared by null', async () => {
    const { id, turn_taking } = await api.created('agents', { ...AGENT, turn_taking: { ask_ahead: true } });
    const replaced = await update(id, { turn_taking: { longest_silence_ms: 900 } });
    const cleared = await update(id, { turn_taking: null });

    expect(turn_taking).toEqual({ ask_ahead: true, requests_ahead: 2 });
    expect(replaced.body.turn_taking).toEqual({
      longest_silence_ms: 900,
      ask_ahead: false,
      requests_ahead: 2,
    });
    expect([cleared.status, cleared.body.turn_taking]).toEqual([200, null]);
  });

  it('is refused with a combination that would end each call', async () => {
    const body = { ...AGENT, language: 'ko', turn_taking: { transcription_model: 'flux' } };

    const { status, body: fault } = await api.run('agents/create', { body });

    expect(status).toBe(422);
    expect(fault.detail).toMatchObject([
      { loc: ['body', 'turn_taking', 'transcription_model'], type: 'unsupported_pair' },
    ]);
  });

  it('lets the vendor detect turns, unless keys are hidden', async () => {
    const turn_taking = { turn_detection: true };
    const { id } = await api.created('agents', { ...AGENT, turn_taking });

    const hidden = await update(id, { mask_dtmf: true });
    const both = await api.run('agents/create', { body: { ...AGENT, turn_taking, mask_dtmf: true } });

    expect([hidden.status, both.status]).toEqual([422, 422]);
    expect(hidden.body.detail).toEqual(both.body.detail);
    expect(hidden.body.detail).toMatchObject([
      { loc: ['body', 'turn_taking', 'turn_detection'], type: 'unsupported_pair' },
    ]);
  });

  it('is checked against the stored language in an update, and a language against the stored setting', async () => {
    const korean = await api.created('agents', { ...AGENT, language: 'ko' });
    const english = await api.created('agents', { ...AGENT, turn_taking: { ask_ahead: true } });

    const wish = await update(korean.id, { turn_taking: { ask_ahead: true } });
    const language = await update(english.id, { language: 'ko' });
    const both = await update(english.id, { language: 'ko', turn_taking: null });

    expect([wish.status, language.status, both.status]).toEqual([422, 422, 200]);
    expect(wish.body.detail[0].loc).toEqual(['body', 'turn_taking', 'ask_ahead']);
  });
});
