import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A JSON schema of the document, with the keywords that tests read. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A parameter of a query. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of the document; `pointer` leads to it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly bodyIsRequired: boolean;
  /** The statuses that it can answer with. */
  readonly statuses: readonly number[];
  readonly pointer: string;
}

type Json = Readonly<Record<string, unknown>>;

const FILE = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');

/** The OpenAPI document. */
export const document: Json & { readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>> } =
  JSON.parse(readFileSync(FILE, 'utf8'));

/** The target of a JSON pointer with a leading `#`. */
export function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value: unknown, part) => (value as Json | undefined)?.[part], document);
}

/** The schema, or the one to which it refers. */
export function resolved(schema: Schema): Schema {
  return schema.$ref ? resolved(at(schema.$ref) as Schema) : schema;
}

/** The alternatives of a schema, at any depth of its unions. A schema without a union is its own only alternative. */
export function alternativesOf(schema: Schema): readonly Schema[] {
  const whole = resolved(schema);
  const alternatives = whole.anyOf ?? whole.oneOf;
  return alternatives ? alternatives.flatMap(alternativesOf) : [whole];
}

/** Every operation of the document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
);

function operationOf(path: string, method: string, operation: Json): Operation {
  const body = operation.requestBody as
    | { required?: boolean; content: Record<string, { schema: Schema }> }
    | undefined;
  const parameters = (operation.parameters ?? []) as (Parameter & { in?: string })[];
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body: body?.content['application/json']?.schema,
    bodyIsRequired: body?.required ?? false,
    statuses: Object.keys(operation.responses as object).map(Number),
    pointer: `#/paths/${path.replaceAll('/', '~1')}/${method}`,
  };
}

/** The group of an operation's records: the first part of its path after the version. */
export const groupOf = ({ path }: Pick<Operation, 'path'>) => path.split('/')[2] ?? '';
