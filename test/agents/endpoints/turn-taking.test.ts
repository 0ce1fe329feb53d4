import { describe, expect, it } from 'vitest';
import { FunctionApi } from '../../support/service/function-api.ts';

const api = await FunctionApi.ofFile();

const AGENT = { prompt: { content: 'x' }, voice: { type: 'voice_builtin', voice_id: 'default' } };

const update = (id: string, body: object) => api.run('agents/update', { query: { id }, body });

describe('turn_taking of an agent', () => {
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
