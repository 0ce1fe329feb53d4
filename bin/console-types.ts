// Writes the API types of the console. They are not in the repository.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../lambdas/catalogue.ts';
import { openApiDocument } from '../lib/openapi/document.ts';
import { typesOf } from '../lib/openapi/types/types-of.ts';

// The version that console/src/api/client.ts requests.
const document = await openApiDocument(catalogue, '2026-11');
const file = join(import.meta.dirname, '..', 'console/src/api/schema.ts');
writeFileSync(file, `// Made by bin/console-types.ts.\n${await typesOf(JSON.stringify(document))}`);
