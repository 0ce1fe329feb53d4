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
  const branch = document.branchFor(schema, value);
  if (isReference(value) && path.some(isSecret)) return [];
  if (!branch) return [{ path, message: `This can't be ${kindOf(value)}.` }];
  if (Array.isArray(value)) return checkList(document, branch, value, path);
  if (isFields(value)) return checkFields(document, branch, value, path);
  return checkLeaf(document, schema, value, path);
}

function checkList(
  document: ApiDocument,
  schema: Schema,
  value: readonly unknown[],
  path: readonly string[],
) {
  const { items } = schema;
  const inner = isFields(items)
    ? value.flatMap((item, index) => checkContent(document, items, item, [...path, String(index)]))
    : [];
  return [...inner, ...checkLeaf(document, schema, value, path)];
}

function checkFields(
  document: ApiDocument,
  schema: Schema,
  value: Fields,
  path: readonly string[],
): ContentIssue[] {
  const properties = propertiesOf(schema);
  const ofMap = mapSchemaOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(value, name));
  const inner = Object.entries(value).flatMap(([name, content]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : ofMap;
    const at = [...path, name];
    if (!property)
      return [
        {
          path: at,
          message: `There is no field ${name} here; the fields are ${listOf(Object.keys(properties))}.`,
        },
      ];
    return checkContent(document, property, content, at);
  });
  return [
    ...missing.map((name) => ({ path, message: `The field ${name} is required.` })),
    ...inner,
    ...checkLeaf(document, schema, value, path),
  ];
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
  return [
    {
      path,
      message: errors.sort((one, other) => other.length - one.length)[0] || 'This value is not valid.',
    },
  ];
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

const kindOf = (value: unknown) =>
  value === null
    ? 'empty'
    : Array.isArray(value)
      ? 'a list'
      : isFields(value)
        ? 'an object'
        : `a ${typeof value}`;

const listOf = (names: readonly string[]) => names.slice(0, 40).join(', ');
