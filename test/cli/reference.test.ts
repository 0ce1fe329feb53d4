import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandReference, documentWithReference } from '#cli/reference.ts';

it('docs/cli.md has the present help of every command (npm run cli:docs)', () => {
  const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'cli.md'), 'utf8');

  expect(document).toBe(documentWithReference(document));
});

it('the help of every command begins with an example of that command', () => {
  const sections = commandReference().split(/^## /m).slice(1);

  expect(sections.length).toBeGreaterThan(20);
  for (const section of sections) {
    const [name = '', , , example] = section.split('\n');
    expect(example).toMatch(new RegExp(`^\\$ ${name}( |$)`));
  }
});
