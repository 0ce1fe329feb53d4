import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FunctionApi, placesOf } from '../../../support/service/function-api.ts';

const TEMPLATE = { required_context_keys: ['name'], label: 'Greeting' };
const VOICE = { type: 'voice_builtin', voice_id: 'default' };

let api: FunctionApi;

beforeAll(async () => {
  api = await FunctionApi.open();
});

afterAll(() => api.close());

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

  it('can be named or created in an update of an agent, and the prompt keeps its text', async () => {
    const { prompt_template: known } = await promptWith(TEMPLATE);
    const { id } = await api.created('agents', { prompt: { content: 'Be kind.' }, voice: VOICE });
    const update = (prompt_template: unknown) => api.update('agents', id, { prompt: { prompt_template } });

    const named = await update({ id: known.id });
    const made = await update({ required_context_keys: ['city'], label: null });
    const unknown = await update({ id: randomUUID() });

    expect(named.body.prompt).toMatchObject({ content: 'Be kind.', prompt_template: known });
    expect(made.body.prompt).toMatchObject({
      content: 'Be kind.',
      prompt_template: { required_context_keys: ['city'], label: '' },
    });
    expect(made.body.prompt.prompt_template.id).not.toBe(known.id);
    expect(placesOf(unknown)).toEqual(['body.prompt.prompt_template.id unknown_reference']);
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

  it('is new without an id, even if the id is null', async () => {
    const { prompt_template: first } = await promptWith(TEMPLATE);
    const { prompt_template: second } = await promptWith({ ...TEMPLATE, id: null, user_id: null });

    expect(second).toMatchObject(TEMPLATE);
    expect(second.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.id).not.toBe(first.id);
  });
});
