// Writes the OpenAPI document of the API.
import { writeFileSync } from 'node:fs';
import { catalogue } from '../lambdas/api/catalogue.ts';
import { openApiDocument } from '../lib/openapi/document.ts';

const file = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await openApiDocument(catalogue), null, 2)}\n`);
