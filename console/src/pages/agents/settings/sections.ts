import type { FormField } from '../../../schema-form/fields.ts';
import { objectOf } from '../../../schema-form/object-of.ts';
import type { Values } from '../../../schema-form/schema-form.tsx';
import type { Group, Tab } from './group.ts';
import { GROUPS } from './settings.ts';

/** A field with the names that lead to its value. */
export interface PlacedField {
  readonly path: readonly string[];
  readonly field: FormField;
}

/** Fields that stand together on a tab. */
export interface FormSection extends Pick<Group, 'tab' | 'title' | 'folded'> {
  readonly fields: readonly PlacedField[];
}

/** All fields of an agent on their tabs. What the table of settings does not know follows in a fold of a fitting tab. */
export function sectionsOf(fields: readonly FormField[]): readonly FormSection[] {
  const placed = fields.flatMap((field) =>
    field.name === 'prompt'
      ? (field.fields ?? []).map((inner) => ({ path: ['prompt', inner.name], field: inner }))
      : [{ path: [field.name], field }],
  );
  const at = new Map(placed.map((one) => [one.path.join('.'), one]));
  const known = GROUPS.map(({ fields: wordings, ...group }) => ({
    ...group,
    fields: Object.keys(wordings).flatMap((name) => {
      const found = at.get(name);
      at.delete(name);
      return found ? [{ ...found, field: worded(found.field, name, wordings) }] : [];
    }),
  }));
  const more = Map.groupBy(at.values(), ({ path }) => fittingTab(path));
  const rest = [...more].map(([tab, others]) => ({
    tab,
    title: 'More',
    folded: 'Further settings.',
    fields: others,
  }));
  return [...known, ...rest];
}

/** The field and all within it, in the words of the table. */
function worded(field: FormField, name: string, wordings: Group['fields']): FormField {
  const within = (inner: FormField) => worded(inner, `${name}.${inner.name}`, wordings);
  const { item } = field;
  return {
    ...field,
    ...wordings[name],
    ...(field.fields && { fields: field.fields.map(within) }),
    ...(item?.fields && { item: { ...item, fields: item.fields.map(within) } }),
  };
}

/** Where a field that the table does not know belongs, by the first word of its name. */
const FITTING: Readonly<Record<string, Tab>> = {
  prompt: 'prompt',
  llm: 'prompt',
  voice: 'voice',
  speech: 'voice',
  action: 'actions',
  vector: 'knowledge',
  knowledge: 'knowledge',
  analysis: 'analysis',
};

const fittingTab = ([name = '']: readonly string[]): Tab => FITTING[name.split('_')[0] ?? ''] ?? 'behaviour';

/** The value to which the names lead. */
export function valueAt(values: Values, [name = '', ...rest]: readonly string[]): unknown {
  const value = values[name];
  return rest.length === 0 ? value : valueAt(objectOf(value), rest);
}

/** The values with another one where the names lead. */
export function withValueAt(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...values, [name]: rest.length === 0 ? value : withValueAt(objectOf(values[name]), rest, value) };
}
