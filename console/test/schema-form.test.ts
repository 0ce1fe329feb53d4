import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Document } from '../src/api/document-types.ts';
import { agentFields, requestOf } from '../src/pages/agents/agent-fields.ts';
import { changesOf, same } from '../src/schema-form/changes.ts';
import { extractedFields, nameFault, schemaOf } from '../src/schema-form/extracted-fields.ts';
import { type FormField, fieldsOf } from '../src/schema-form/fields.ts';
import { withoutSecrets } from '../src/schema-form/secrets.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const document: Document = JSON.parse(readFileSync(file, 'utf8'));
const { schemas } = document.components;
const agent = fieldsOf(document, schemas.NewerAgentInput ?? {});

describe('the form of an agent', () => {
  it('has every field that the document describes, with its text', () => {
    expect(agent.map(({ name }) => name)).not.toContain('user_id');
    expect(agent.filter(({ help }) => help === '')).toEqual([]);
  });

  it.each([
    true,
    false,
  ])('has the fields that the prompt collects and the context that it needs; new: %s', (isNew) => {
    const prompt = agentFields(document, isNew).find(({ name }) => name === 'prompt');
    const [content, collected, template] = prompt?.fields ?? [];

    expect(prompt).toMatchObject({ kind: 'group', required: isNew, nullable: false });
    expect(content).toMatchObject({ name: 'content', label: 'Prompt', kind: 'prose' });
    expect(collected).toMatchObject({
      name: 'collect_fields',
      kind: 'list',
      most: 50,
      item: { kind: 'group' },
    });
    expect(template).toMatchObject({ name: 'prompt_template', kind: 'group', nullable: true });
    expect(template?.fields?.map(({ name, kind }) => [name, kind])).toEqual([
      ['required_context_keys', 'list'],
      ['label', 'text'],
    ]);
  });

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
  /** The paths of all fields with their kinds, those of new records included. */
  const kindsOf = (fields: readonly FormField[], at = ''): readonly string[] =>
    fields.flatMap((one) => [
      `${at}${one.name} ${one.kind}`,
      ...kindsOf(one.fields ?? [], `${at}${one.name}.`),
      ...kindsOf(one.item ? [one.item] : [], `${at}${one.name}.`),
      ...(one.variants ?? []).flatMap((variant) => kindsOf(variant.fields, `${at}${one.name}.`)),
    ]);

  it('are hidden wherever the document asks for a key, a token or a signature’s secret', () => {
    const all = Object.keys(schemas).filter((name) => name.endsWith('Input'));
    const named = all
      .flatMap((name) => kindsOf(fieldsOf(document, schemas[name] ?? {})))
      .filter((line) => /(api_key|auth_token|secret|password) /.test(line));

    expect(named).toContain('llm_account_connection.credentials.llm_api_key secret');
    expect(named.filter((line) => !line.endsWith(' secret'))).toEqual([]);
  });

  it('are those that the document marks, and no field that is not text', () => {
    const properties = {
      pin: { type: 'string', writeOnly: true },
      code: { anyOf: [{ type: 'string', format: 'password' }, { type: 'null' }] },
      name: { type: 'string' },
      api_key: { type: 'boolean' },
    };
    const fields = fieldsOf(document, { type: 'object', properties });

    expect(fields.map(({ kind }) => kind)).toEqual(['secret', 'secret', 'text', 'boolean']);
  });

  it('are left out of what is kept of a form, however deep', () => {
    const pin = { type: 'string', writeOnly: true };
    const fields = fieldsOf(document, {
      type: 'object',
      properties: {
        name: { type: 'string' },
        pins: { type: 'array', items: { type: 'object', properties: { pin } } },
      },
    });
    const credentials = { llm_api_key: 'sk-1', region: 'eu' };

    expect(
      withoutSecrets(fields, { name: 'a', pins: [{ pin: '1', use: 'door' }], account: { credentials } }),
    ).toEqual({ name: 'a', pins: [{ use: 'door' }], account: { credentials: { region: 'eu' } } });
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

  it('each need a name of their own, once something is told of them', () => {
    const field = { name: '', kind: 'text', description: '', options: [] } as const;
    const fields = [
      { ...field, name: 'day' },
      field,
      { ...field, kind: 'number' },
      { ...field, name: 'day' },
    ] as const;

    expect(fields.map((_, at) => nameFault(fields, at))).toEqual([
      undefined,
      undefined,
      'Enter a name.',
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
