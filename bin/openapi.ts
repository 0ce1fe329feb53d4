// Writes the OpenAPI document of the API's default version, and how the documents of the other versions differ.
import { writeFileSync } from 'node:fs';
import { catalogue } from '../lambdas/api/catalogue.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../lambdas/domain/api-version.ts';
import { differencesBetween, openApiDocument } from '../lib/openapi/document.ts';

const write = (file: string, content: unknown) =>
  writeFileSync(new URL(`../docs/${file}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);

const document = await openApiDocument(catalogue);
write('openapi.json', document);
const others = API_VERSIONS.filter((version) => version !== DEFAULT_API_VERSION);
const differences = others.map(async (version) => [
  version,
  differencesBetween(document, await openApiDocument(catalogue, version)),
]);
write('openapi-versions.json', Object.fromEntries(await Promise.all(differences)));
