import openapiTypescript, { astToString } from 'openapi-typescript';

/** TypeScript types of an OpenAPI document, given as JSON; in a request, a field that has a default may be left out. */
export async function typesOf(document: string): Promise<string> {
  return astToString(await openapiTypescript(document, { defaultNonNullable: false, silent: true }));
}
