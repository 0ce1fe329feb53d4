import { type ApiDocument, type Fields, isFields, type Schema } from './api-document.ts';
import { fileSchema, type Kind } from './folder.ts';

/** A text may stand in a file of its own, or in an environment variable. */
const TEXT_ELSEWHERE = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    file: { type: 'string', description: 'The file that has the text, beside this one.' },
    env: { type: 'string', description: 'The environment variable that has the text, such as a secret.' },
  },
};

export function editorSchema(document: ApiDocument, kind: Kind): Fields {
  const used = new Map<string, unknown>();
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (!isFields(value)) return value;
    if (typeof value.$ref === 'string') {
      const name = value.$ref.slice(value.$ref.lastIndexOf('/') + 1);
      if (!used.has(name)) {
        used.set(name, {});
        used.set(name, convert(document.schemas[name] ?? {}));
      }
      return { ...value, $ref: `#/$defs/${name}` };
    }
    // Records are named by their files.
    if (value.format === 'uuid')
      return { type: 'string', description: 'The name of a file in this folder, or an id.' };
    const converted = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convert(inner)]));
    return isText(value)
      ? { ...descriptionOf(value), anyOf: [converted, { $ref: '#/$defs/TextElsewhere' }] }
      : converted;
  };
  const { properties, ...own } = fileSchema(document, kind);
  const fields = {
    ...Object(properties),
    renamed_from: { type: 'string', description: 'The former name of this file, if you renamed it.' },
  };
  const converted = convert({ ...own, properties: fields });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...Object(converted),
    $defs: {
      TextElsewhere: TEXT_ELSEWHERE,
      ...Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

const isText = ({ type, enum: choices, const: only }: Schema) =>
  type === 'string' && choices === undefined && only === undefined;

const descriptionOf = ({ description }: Schema) => (description === undefined ? {} : { description });
