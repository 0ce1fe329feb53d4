import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const VOICE = { type: 'voice_builtin', voice_id: 'default' };
const TEXT = 'You sell tea.';
const PHONE = '+15550001111';

const api = await FunctionApi.ofFile();
await addHeldNumber(api, PHONE);

const place = (agent: unknown) =>
  api.run('calls/create', { body: { from_number: PHONE, to_number: '+15550002222', agent } });

describe('a prompt as text', () => {
  it('is accepted in a new agent together with newer settings and in an update, both answered expanded', async () => {
    const agent = await api.created('agents', { prompt: TEXT, voice: VOICE, language: 'de' });
    const { body } = await api.update('agents', agent.id, { prompt: 'You sell coffee.', name: 'Tea' });

    expect(agent).toMatchObject({ prompt: { content: TEXT }, language: 'de' });
    expect(body).toMatchObject({ prompt: { id: agent.prompt.id, content: 'You sell coffee.' }, name: 'Tea' });
    expect(await api.got('prompts', agent.prompt.id)).toEqual(body.prompt);
  });

  it('is accepted in the inline agent of a call, alone or with newer settings', async () => {
    const alone = await place({ prompt: TEXT });
    const withSettings = await place({ prompt: TEXT, language: 'de', voice: VOICE, llm_temperature: 0.5 });
    const batch = await api.run('calls/batch', {
      body: { from_number: PHONE, recipients: [{ to_number: '+15550002222' }], agent: { prompt: TEXT } },
    });

    expect([alone, withSettings].map(({ status, body }) => [status, body.agent?.prompt])).toEqual([
      [200, TEXT],
      [200, TEXT],
    ]);
    expect(batch.body.results).toEqual([{ id: expect.any(String), to_number: '+15550002222' }]);
  });

  it('is an id if it is a UUID, and a malformed id if it resembles one', async () => {
    const agent = await api.created('agents', { prompt: { content: 'x' }, voice: VOICE });
    const [unknown, malformed] = [randomUUID(), randomUUID().slice(1)];

    const named = await place({ prompt: agent.prompt.id.toUpperCase() });
    const refused = [
      await place({ prompt: unknown }),
      await place({ prompt: malformed }),
      await api.update('agents', agent.id, { prompt: unknown }),
      await api.update('agents', agent.id, { prompt: malformed }),
      await api.run('agents/create', { body: { prompt: malformed, voice: VOICE } }),
    ];

    expect(named.body.agent.prompt).toBe('x');
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(refused.map(placesOf)).toEqual([
      ['body.agent.prompt unknown_reference'],
      ['body.agent.prompt wrong_format'],
      ['body.prompt unknown_reference'],
      ['body.prompt wrong_format'],
      ['body.prompt wrong_format'],
    ]);
  });
});
