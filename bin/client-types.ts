// Writes the client's types of the API. They are not in the repository.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../lambdas/catalogue.ts';
import { openApiDocument } from '../lib/openapi/document.ts';
import { typesOf } from '../lib/openapi/types/types-of.ts';

// The API_VERSION of packages/client/src/request.ts.
const document = await openApiDocument(catalogue, '2026-11');
const file = join(import.meta.dirname, '..', 'packages/client/src/schema.ts');
writeFileSync(file, `// Made by bin/client-types.ts.\n${await typesOf(JSON.stringify(document))}`);
