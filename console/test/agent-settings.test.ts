import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Document } from '../src/api/document-types.ts';
import { agentFields } from '../src/pages/agents/agent-fields.ts';
import { sectionsOf, valueAt, withValueAt } from '../src/pages/agents/settings/sections.ts';
import { type FormField, fieldsOf, plain } from '../src/schema-form/fields.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
const document: Document = JSON.parse(readFileSync(file, 'utf8'));

/** The names of the fields of a schema of the document. */
const namesOf = (schema: string) =>
  fieldsOf(document, document.components.schemas[schema] ?? {}).map(({ name }) => name);

/** A field and all within it that have no records of their own. */
const within = (field: FormField): readonly FormField[] => [
  field,
  ...[...(field.fields ?? []), ...(field.item?.fields ?? [])].flatMap(within),
];

const unknown = (name: string): FormField => ({
  name,
  label: name,
  help: '',
  kind: 'text',
  required: false,
  nullable: true,
});

describe('the settings of an agent', () => {
  it.each([
    ['NewerAgentInput', true],
    ['AgentUpdateInput', false],
  ])('have each field of %s on exactly one tab', (schema, isNew) => {
    const sections = sectionsOf(agentFields(document, isNew));
    const placed = sections.flatMap(({ fields }) => fields.map(({ path }) => path.join('.')));
    // The agent has a context endpoint of its own, which takes precedence.
    const ofPrompt = namesOf('PromptChangeInput').filter((name) => name !== 'context_endpoint');
    const others = namesOf(schema).filter((name) => name !== 'prompt');

    expect(placed.toSorted()).toEqual([...others, ...ofPrompt.map((name) => `prompt.${name}`)].toSorted());
    expect(sections.filter(({ title }) => title === 'More')).toEqual([]);
  });

  it('have a field that the table does not know in a fold of a fitting tab', () => {
    const sections = sectionsOf([
      ...agentFields(document, false),
      unknown('llm_top_p'),
      unknown('hold_music'),
    ]);
    const more = sections.filter(({ title }) => title === 'More');

    expect(more.map(({ tab, folded, fields }) => [tab, folded !== undefined, fields[0]?.field.name])).toEqual(
      [
        ['prompt', true, 'llm_top_p'],
        ['behaviour', true, 'hold_music'],
      ],
    );
  });

  it('say nothing of null or of names of the API', () => {
    const said = sectionsOf(agentFields(document, false))
      .flatMap(({ fields }) => fields.flatMap(({ field }) => within(field)))
      .flatMap(({ label, help }) => [label, plain(help)]);

    expect(said.filter((text) => /\bnull\b|[a-z]_[a-z]/.test(text))).toEqual([]);
  });

  it('are read and written where their path leads', () => {
    const values = { name: 'Desk', prompt: { id: 'p', content: 'Be kind.' } };

    expect(valueAt(values, ['prompt', 'content'])).toBe('Be kind.');
    expect(withValueAt(values, ['prompt', 'content'], 'Be brief.')).toEqual({
      name: 'Desk',
      prompt: { id: 'p', content: 'Be brief.' },
    });
    expect(withValueAt({}, ['prompt', 'content'], 'Hi.')).toEqual({ prompt: { content: 'Hi.' } });
  });
});

describe('a description of the document', () => {
  it.each([
    [
      'Your name for the agent; null for none. At most 200 characters.',
      'Your name for the agent. At most 200 characters.',
    ],
    ['A label. null lets the model write it. From 1 to 9.', 'A label. From 1 to 9.'],
    ['The voice.', 'The voice.'],
  ])('loses what it says of null: %s', (help, text) => {
    expect(plain(help)).toBe(text);
  });
});
