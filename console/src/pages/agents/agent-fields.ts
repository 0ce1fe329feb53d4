import type { Document } from '../../api/document-types.ts';
import { changesOf } from '../../schema-form/changes.ts';
import { type FormField, fieldsOf } from '../../schema-form/fields.ts';
import { objectOf } from '../../schema-form/object-of.ts';
import type { Values } from '../../schema-form/schema-form.tsx';

/** An agent with its prompt as an object. */
export type AgentValues = Values & { readonly id: string };

/** An agent as it was read. */
export type ReadAgent = AgentValues & { readonly revision: string | undefined };

/** The fields of an agent, from the schema of a new one or of an update. */
export function agentFields(document: Document, isNew: boolean): readonly FormField[] {
  const { schemas } = document.components;
  const fields = fieldsOf(document, schemas[isNew ? 'NewerAgentInput' : 'AgentUpdateInput'] ?? {});
  return fields.map((field) => {
    if (field.name === 'prompt') return promptField(document, field);
    return field.name === 'steps' ? outline(field) : field;
  });
}

/** The steps have an editor of their own in place of fields. */
const outline = ({ fields: _, ...field }: FormField): FormField => ({ ...field, kind: 'json' });

/** The values of a form's fields, without what only the service sets, such as the version. */
export const ofFields = (fields: readonly FormField[], values: Values): Values =>
  Object.fromEntries(
    fields.map(({ name, fields: inner }) => {
      const value = values[name];
      return [name, inner && typeof value === 'object' && value ? ofFields(inner, { ...value }) : value];
    }),
  );

/** The field of a prompt that an agent has of its own. */
const OF_AGENT = 'context_endpoint';

/** The prompt with what belongs to it, in place of a choice among prompts. */
function promptField(document: Document, { name, required }: FormField): FormField {
  const { schemas } = document.components;
  const inner = fieldsOf(document, schemas.PromptChangeInput ?? {}).filter((one) => one.name !== OF_AGENT);
  return {
    name,
    label: 'Prompt',
    help: '',
    kind: 'group',
    required,
    nullable: false,
    fields: inner.map((field) => {
      if (field.name === 'content') return { ...field, label: 'Prompt', kind: 'prose', required };
      if (field.name === 'prompt_template') return templateField(document, field);
      return field;
    }),
  };
}

/** What a prompt needs to know of each call. */
const templateField = (document: Document, field: FormField): FormField => ({
  ...field,
  kind: 'group',
  label: 'Needed context',
  help: 'The names that the context of every call must have.',
  fields: fieldsOf(document, document.components.schemas.PromptTemplateInput ?? {}),
});

/** What to send: a new agent whole, and of an existing one what changed. */
export function requestOf(agent: AgentValues | undefined, values: Values): Values {
  const changes = agent ? changesOf(agent, values) : withoutNulls(values);
  if (!('prompt' in changes)) return changes;
  const [before, prompt] = [objectOf(agent?.prompt), objectOf(values.prompt)];
  const changed = agent ? changesOf(before, prompt) : withoutNulls(prompt);
  return { ...changes, prompt: { ...changed, ...newTemplate(changed.prompt_template) } };
}

/** A template that names its id would be the stored one: what was changed in the form becomes a new one. */
function newTemplate(template: unknown): Values {
  if (typeof template !== 'object' || template === null) return {};
  const { id: _, user_id: __, ...content } = objectOf(template);
  return { prompt_template: { required_context_keys: [], ...withoutNulls(content) } };
}

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? null) !== null));
