import { createHash } from 'node:crypto';
import {
  type ApiDocument,
  type Fields,
  isFields,
  mapSchemaOf,
  propertiesOf,
  requiredOf,
  type Schema,
} from './api-document.ts';

/** Names of texts that are secrets, and of maps of such: they are in no file. */
const SECRET = /^(\w+_)?(api_key|auth_token|secret|headers)$/;

/** Secrets that the service makes if they are missing. */
export const MADE_BY_SERVICE = new Set(['signature_secret', 'secret']);

export const isSecret = (name: string): boolean => SECRET.test(name);

/** A text that a file has elsewhere: in another file, or in an environment variable. */
export type Reference = { readonly file: string } | { readonly env: string };

export const isReference = (value: unknown): value is Reference =>
  isFields(value) &&
  Object.keys(value).length === 1 &&
  (typeof value.file === 'string' || typeof value.env === 'string');

/** The part of a record that files describe: without read-only fields, secrets, nulls, and defaults. */
export function contentOf(document: ApiDocument, schema: Schema, value: unknown): unknown {
  const branch = document.branchFor(schema, value);
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
  if (!branch) return value;
  if (Array.isArray(value)) {
    const { items } = branch;
    return isFields(items) ? value.map((item) => contentOf(document, items, item)) : value;
  }
  return isFields(value) && !isReference(value) ? fieldsOf(document, branch, value) : value;
}

function fieldsOf(document: ApiDocument, schema: Schema, value: Fields): Fields {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  // In the order of the schema, so that differences are only those of values.
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  const entries = [...names].flatMap((name) => {
    const isNamed = Object.hasOwn(properties, name);
    const property = isNamed ? properties[name] : mapSchemaOf(schema);
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!property || given === undefined) return [];
    if (isNamed && (given === null || (isSecret(name) && !isReference(given)))) return [];
    const content = contentOf(document, property, given);
    const isDropped =
      isNamed &&
      !required.includes(name) &&
      (isEmpty(given) || isDefault(document.resolve(property), content));
    return isDropped ? [] : [[name, content] as const];
  });
  return Object.fromEntries(entries);
}

/** The API's document does not say of all fields that they are false or empty by default. */
const isDefault = (schema: Schema, content: unknown): boolean =>
  hashOf(content) === hashOf(schema.default) || (content === false && schema.default === undefined);

/** Whether a value has no fields or items. Fields that have their defaults are there all the same. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A digest that does not depend on the order of keys. Undefined has one, too. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? 'undefined';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** Changes the agent that a test names, which may have a version. */
export function mapAgent(named: unknown, change: (agent: string) => string): string {
  const [agent = '', version] = String(named).split('@');
  return [change(agent), version].filter(Boolean).join('@');
}

/** Changes the texts of a value that refer to a record, such as a handoff's agent. */
export function mapIds(
  document: ApiDocument,
  schema: Schema,
  value: unknown,
  change: (text: string, path: readonly string[]) => string,
  path: readonly string[] = [],
): unknown {
  if (typeof value === 'string') return document.takesId(schema) ? change(value, path) : value;
  const branch = document.branchFor(schema, value);
  if (!branch) return value;
  const { items } = branch;
  if (Array.isArray(value))
    return isFields(items)
      ? value.map((item, index) => mapIds(document, items, item, change, [...path, String(index)]))
      : value;
  if (!isFields(value)) return value;
  const properties = propertiesOf(branch);
  const ofMap = mapSchemaOf(branch);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : ofMap;
      return [name, property ? mapIds(document, property, inner, change, [...path, name]) : inner];
    }),
  );
}
