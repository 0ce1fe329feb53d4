import { type Document, type JsonSchema, resolved } from '../../../api/document-types.ts';
import type { Fields, FormField } from '../../../form/field.ts';
import { labelOf } from '../../../format/label.ts';

/** Fields of a schema of the API's document as those of a form, with some changes. Their labels are their names. */
export function fieldsOf(
  document: Document,
  schema: string,
  changes: Readonly<Record<string, Partial<FormField>>> = {},
): Fields {
  const { properties = {}, required = [] } = document.components.schemas[schema] ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { description: more = '', ...given } = resolved(document, property);
      return [
        name,
        { label: labelOf(name), more, ...kindOf(given, required.includes(name)), ...changes[name] },
      ];
    }),
  );
}

/** Characters from which a text gets several lines, and the number of choices that still stand side by side. */
const [LONG, FEW] = [1_000, 3];

function kindOf({ type, enum: values, const: only, maxLength = 0 }: JsonSchema, required: boolean) {
  const options = values ?? (typeof only === 'string' ? [only] : undefined);
  if (!options) {
    if (type === 'boolean') return { kind: 'boolean' } as const;
    return { kind: type === 'array' ? 'lines' : maxLength >= LONG ? 'prose' : 'text' } as const;
  }
  const names = options.map((option) => [String(option), labelOf(String(option))]);
  const isSegmented = required && options.length <= FEW;
  const field = { kind: 'choice', isSegmented, options: Object.fromEntries(names) } as const;
  return required ? field : { ...field, empty: '–' };
}
