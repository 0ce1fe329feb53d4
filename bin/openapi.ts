// Writes the OpenAPI document of the API's default version, and how the documents of the other versions differ. With a
// folder as argument, writes the whole document of each version there instead.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../lambdas/catalogue.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../lambdas/platform/api-versions.ts';
import { differencesBetween, openApiDocument } from '../lib/openapi/document.ts';

const [folder] = process.argv.slice(2);
const docs = join(import.meta.dirname, '..', 'docs');

function write(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

const document = await openApiDocument(catalogue);
const differences: Record<string, unknown> = {};
for (const version of API_VERSIONS) {
  const whole = await openApiDocument(catalogue, version);
  if (version !== DEFAULT_API_VERSION) differences[version] = differencesBetween(document, whole);
  if (folder === undefined) continue;
  mkdirSync(join(folder, version), { recursive: true });
  write(join(folder, version, 'openapi.json'), whole);
}
if (folder === undefined) {
  write(join(docs, 'openapi.json'), document);
  write(join(docs, 'openapi-versions.json'), differences);
}
