import openapiTypescript, { astToString } from 'openapi-typescript';

/** TypeScript types of an OpenAPI document (JSON). In a request, a field with a default is optional. */
export async function typesOf(document: string): Promise<string> {
  return astToString(await openapiTypescript(document, { defaultNonNullable: false, silent: true }));
}
