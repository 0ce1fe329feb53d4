/** The kinds of value that a person can ask for without writing a schema. */
const KINDS = ['text', 'number', 'whole number', 'yes or no', 'one of'] as const;

/** The kinds as a choice. */
export const KIND_OPTIONS = KINDS.map((kind) => [kind, kind] as const);

/** The kind of this name. */
export const kindOf = (name: string): ExtractedField['kind'] => KINDS.find((kind) => kind === name) ?? 'text';

/** A value to be extracted: a property of the schema, as the form has it. */
export interface ExtractedField {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  /** What it means, for the language model. */
  readonly description: string;
  /** The options of `one of`; empty for other kinds. */
  readonly options: readonly string[];
}

const TYPES = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
} as const satisfies Readonly<Record<string, ExtractedField['kind']>>;

/** The fields of a schema; undefined if it says something that the form cannot show. */
export function extractedFields(schema: unknown): readonly ExtractedField[] | undefined {
  if (schema === undefined || schema === null) return [];
  if (!isRecord(schema) || Object.keys(schema).some((key) => key !== 'type' && key !== 'properties'))
    return undefined;
  const { type = 'object', properties = {} } = schema;
  if (type !== 'object' || !isRecord(properties)) return undefined;
  const fields = Object.entries(properties).map(([name, property]) => fieldOf(name, property));
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

function fieldOf(name: string, property: unknown): ExtractedField | undefined {
  if (!isRecord(property)) return undefined;
  const { type, enum: options, description = '', ...others } = property;
  if (Object.keys(others).length > 0 || typeof description !== 'string') return undefined;
  if (Array.isArray(options)) {
    const isOfTexts = options.every((option) => typeof option === 'string');
    return isOfTexts && (type === undefined || type === 'string')
      ? { name, kind: 'one of', description, options }
      : undefined;
  }
  const [, kind] = Object.entries(TYPES).find(([key]) => key === (type ?? 'string')) ?? [];
  return options === undefined && kind ? { name, kind, description, options: [] } : undefined;
}

/** What is wrong with a field's name; undefined if it is valid. */
export function nameFault(fields: readonly ExtractedField[], at: number): string | undefined {
  const [field, before] = [fields[at], fields.slice(0, at)];
  if (field?.name === '') return 'Enter a name, or remove this one.';
  return before.some(({ name }) => name === field?.name) ? 'This name is already in use.' : undefined;
}

/** The schema of these fields; null of none. A field without a name is left out. */
export function schemaOf(fields: readonly ExtractedField[]): object | null {
  const named = fields.filter(({ name }) => name !== '');
  if (named.length === 0) return null;
  const properties = named.map(({ name, kind, description, options }) => {
    const type = Object.entries(TYPES).find(([, one]) => one === kind)?.[0] ?? 'string';
    const choices = options.map((option) => option.trim()).filter(Boolean);
    return [
      name,
      { type, ...(kind === 'one of' && { enum: choices }), ...(description !== '' && { description }) },
    ] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
