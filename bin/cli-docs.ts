// Writes the help of every command of phone-agents into docs/cli.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentWithReference } from '#cli/reference.ts';

const file = join(import.meta.dirname, '..', 'docs', 'cli.md');
writeFileSync(file, documentWithReference(readFileSync(file, 'utf8')));
