// Writes the API types of the console, from docs/openapi.json. They are not kept in the repository.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { typesOf } from '../lib/openapi/types/types-of.ts';

const root = join(import.meta.dirname, '..');
const types = await typesOf(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
writeFileSync(join(root, 'console/src/api/schema.ts'), `// Made by bin/console-types.ts.\n${types}`);
