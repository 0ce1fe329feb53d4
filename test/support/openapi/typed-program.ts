/** A JSON value with free keys, with the keywords that this file reads. */
interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
  readonly example?: unknown;
}

interface Content {
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { value: unknown }>> }>
  >;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts of an OpenAPI document from which a program is generated. */
export interface TypedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/**
 * A program that calls every operation of a document by openapi-fetch: with each example of its body, with all of its
 * parameters and with none that is optional. It assigns each example of an answer to the answer's type.
 */
export function typedProgram(document: TypedDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => callsOf(document, { path, method, operation })),
  );
  return `import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000' });

/** Returns the answer; every failure has the same shape. */
function done<Data>({ data, error }: { readonly data?: Data; readonly error?: components['schemas']['Error'] }): Data {
  if (data === undefined) throw new Error(error?.detail.map(({ loc, msg, type }) => [...loc, type, msg].join(' ')).join());
  return data;
}

${calls.join('\n\n')}
`;
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function callsOf(document: TypedDocument, { path, method, operation }: Call): string[] {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const known = parameters.map(({ $ref, ...own }) =>
    $ref ? (document.components.parameters[$ref.split('/').at(-1) ?? ''] ?? {}) : own,
  );
  const place = (kind: string) =>
    Object.fromEntries(
      // A cursor replaces the page.
      known.flatMap(({ name = '', in: where, example }) =>
        where === kind && name !== 'page' ? [[name, example]] : [],
      ),
    );
  const parts = ['query', 'header'].map((kind) => [kind, place(kind)] as const);
  const params = Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0));
  const bodies = examplesOf(requestBody);
  const verb = method.toUpperCase();
  const isJson = responses['200']?.content?.['application/json'] !== undefined;
  const answers = examplesOf(responses['200']);
  const type = `paths['${path}']['${method}']['responses'][200]['content']['application/json']`;
  return [
    ...(bodies.length > 0 ? bodies : [undefined]).map((body, index) => {
      const init = JSON.stringify({ params, ...(body !== undefined && { body }) });
      const parse = isJson ? '' : ", parseAs: 'stream'";
      return `export const ${operationId}${index} = async ()${isJson ? `: Promise<${type}>` : ''} =>
  done(await client.${verb}('${path}', { ...${init}${parse} }));`;
    }),
    ...answers.map(
      (answer, index) => `export const ${operationId}Answer${index}: ${type} = ${JSON.stringify(answer)};`,
    ),
  ];
}

const examplesOf = (part: Content | undefined): unknown[] =>
  Object.values(part?.content?.['application/json']?.examples ?? {}).map(({ value }) => value);
