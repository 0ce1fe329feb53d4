import { Validator } from '@cfworker/json-schema';
import {
  type ApiDocument,
  type Fields,
  isFields,
  mapSchemaOf,
  propertiesOf,
  requiredOf,
  type Schema,
} from './api-document.ts';
import { isReference, isSecret } from './content.ts';

/** What is wrong with a value of a file. */
export interface ContentIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/** Checks a value against its schema, and names each field that is wrong. References to secrets are not looked at. */
export function checkContent(
  document: ApiDocument,
  schema: Schema,
  value: unknown,
  path: readonly string[] = [],
): readonly ContentIssue[] {
  if (isReference(value) && path.some(isSecret)) return [];
  const branch = document.branchFor(schema, value);
  if (!branch) return [{ path, message: `This can't be ${kindOf(value)}.` }];
  if (isFields(value))
    return [...checkFields(document, branch, value, path), ...checkLeaf(document, branch, value, path)];
  if (!Array.isArray(value)) return checkLeaf(document, schema, value, path);
  const { items } = branch;
  const inner = isFields(items)
    ? value.flatMap((item, index) => checkContent(document, items, item, [...path, String(index)]))
    : [];
  return [...inner, ...checkLeaf(document, branch, value, path)];
}

function checkFields(
  document: ApiDocument,
  schema: Schema,
  value: Fields,
  path: readonly string[],
): ContentIssue[] {
  const properties = propertiesOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(value, name));
  const inner = Object.entries(value).flatMap(([name, content]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : mapSchemaOf(schema);
    if (property) return checkContent(document, property, content, [...path, name]);
    const fields = Object.keys(properties).slice(0, 40).join(', ');
    return [{ path: [...path, name], message: `There is no field ${name} here; the fields are ${fields}.` }];
  });
  return [...missing.map((name) => ({ path, message: `The field ${name} is required.` })), ...inner];
}

function checkLeaf(
  document: ApiDocument,
  schema: Schema,
  value: unknown,
  path: readonly string[],
): ContentIssue[] {
  const results = document.branchesFor(schema, value).map((branch) => validatorOf(branch).validate(value));
  if (results.some(({ valid }) => valid)) return [];
  const errors = results.map((result) => result.errors.at(-1)?.error ?? '');
  const [longest] = errors.sort((one, other) => other.length - one.length);
  return [{ path, message: longest || 'This value is not valid.' }];
}

const VALIDATORS = new Map<string, Validator>();

/** The validator of a schema's own keywords; those of fields and items are checked one by one. */
function validatorOf({
  description: _,
  properties: __,
  items: ___,
  required: ____,
  additionalProperties: _____,
  ...own
}: Schema) {
  const key = JSON.stringify(own);
  const validator = VALIDATORS.get(key) ?? new Validator(own, '2020-12');
  VALIDATORS.set(key, validator);
  return validator;
}

const kindOf = (value: unknown) => {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};
