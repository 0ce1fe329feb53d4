import { describe, expect, it } from 'vitest';
import { changesOf, same } from '../src/form/changes.ts';
import { extractedFields, nameFault, schemaOf } from '../src/form/extracted-fields.ts';
import { withoutSecrets } from '../src/form/field.ts';
import { requestOf } from '../src/pages/agents/agent-fields.ts';

describe('the form of an agent', () => {
  it('sends of the prompt what was changed, and a changed template as a new one', () => {
    const template = { id: 't', user_id: 'u', required_context_keys: ['name'], label: 'Shop' };
    const prompt = {
      id: 'p',
      user_id: 'u',
      content: 'Be kind.',
      collect_fields: null,
      prompt_template: template,
    };
    const agent = { id: 'a', name: 'Desk', prompt };
    const sent = (changes: object) => requestOf(agent, { ...agent, prompt: { ...prompt, ...changes } });

    expect(sent({})).toEqual({});
    expect(sent({ content: 'Be brief.' })).toEqual({ prompt: { content: 'Be brief.' } });
    expect(sent({ prompt_template: { ...template, required_context_keys: ['name', 'day'] } })).toEqual({
      prompt: { prompt_template: { required_context_keys: ['name', 'day'], label: 'Shop' } },
    });
    expect(sent({ prompt_template: null })).toEqual({ prompt: { prompt_template: null } });
    expect(requestOf(undefined, { name: null, prompt: { content: 'Hi.', collect_fields: null } })).toEqual({
      prompt: { content: 'Hi.' },
    });
  });
});

describe('the secrets of a form', () => {
  it('are left out of what is kept of a form, however deep', () => {
    const values = {
      name: 'Desk',
      action: { config: { signature_secret: 's3', url: 'https://example.com' } },
      others: [{ api_key: 's1' }],
    };

    expect(withoutSecrets(values)).toEqual({
      name: 'Desk',
      action: { config: { url: 'https://example.com' } },
      others: [{}],
    });
  });
});

describe('the values that an analysis extracts', () => {
  const schema = {
    type: 'object',
    properties: {
      day: { type: 'string', description: 'The day.' },
      guests: { type: 'integer' },
      mood: { type: 'string', enum: ['good', 'bad'] },
    },
  };

  it('are fields of a form, and a schema again', () => {
    const fields = extractedFields(schema);

    expect(fields?.map(({ name, kind }) => [name, kind])).toEqual([
      ['day', 'text'],
      ['guests', 'whole number'],
      ['mood', 'one of'],
    ]);
    expect(schemaOf(fields ?? [])).toEqual(schema);
    expect(schemaOf([{ name: '', kind: 'text', description: '', options: [] }])).toBeNull();
    expect(extractedFields(null)).toEqual([]);
  });

  it('each need a name of their own', () => {
    const field = { name: '', kind: 'text', description: '', options: [] } as const;
    const fields = [
      { ...field, name: 'day' },
      field,
      { ...field, kind: 'number' },
      { ...field, name: 'day' },
    ] as const;

    expect(fields.map((_, at) => nameFault(fields, at))).toEqual([
      undefined,
      'Enter a name, or remove this one.',
      'Enter a name, or remove this one.',
      'This name is already in use.',
    ]);
  });
});

describe('changes of a record', () => {
  it('are the fields that differ, with null for one that was emptied', () => {
    const before = { name: 'Ada', speed: 1, words: { a: 1, b: 2 }, note: null };

    expect(changesOf(before, { name: undefined, speed: 2, words: { b: 2, a: 1 }, note: undefined })).toEqual({
      name: null,
      speed: 2,
    });
  });

  it.each([
    [[1, 2], [2, 1], false],
    [{ a: [1] }, { a: [1] }, true],
    [[], {}, false],
    [null, undefined, true],
    ['1', 1, false],
  ])('compares %j with %j: %s', (a, b, equal) => {
    expect(same(a, b)).toBe(equal);
  });
});
