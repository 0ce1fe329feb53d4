import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FunctionApi, placesOf } from '../../support/service/function-api.ts';

const TEMPLATE = { required_context_keys: ['name'], label: 'Greeting' };
const VOICE = { type: 'voice_builtin', voice_id: 'default' };

const api = await FunctionApi.ofFile();

const promptWith = (prompt_template: unknown) => api.created('prompts', { content: 'x', prompt_template });

describe('a prompt template as an object with an id', () => {
  it('names the template that has it, whatever its other fields are', async () => {
    const { prompt_template: known } = await promptWith(TEMPLATE);

    const byId = await promptWith({ id: known.id.toUpperCase() });
    const asRecord = await promptWith({ ...known, label: 'Another' });
    const updated = await api.update('prompts', byId.id, { prompt_template: known });
    const agent = await api.created('agents', {
      prompt: { content: 'x', prompt_template: { id: known.id } },
      voice: VOICE,
    });

    for (const prompt of [byId, asRecord, updated.body, agent.prompt])
      expect(prompt.prompt_template).toEqual(known);
  });

  it('is refused if there is no such template', async () => {
    const { id } = await api.created('prompts', { content: 'x' });
    const prompt_template = { ...TEMPLATE, id: randomUUID() };

    const answers = [
      await api.run('prompts/create', { body: { prompt_template } }),
      await api.update('prompts', id, { prompt_template }),
      await api.run('agents/create', { body: { prompt: { prompt_template }, voice: VOICE } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(answers.map(placesOf)).toEqual([
      ['body.prompt_template.id unknown_reference'],
      ['body.prompt_template.id unknown_reference'],
      ['body.prompt.prompt_template.id unknown_reference'],
    ]);
  });
});
