import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const sources = globSync('{bench,bin,examples,lambdas,lib,local,packages,test}/**/*.{ts,mjs,cjs}', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
});
const pages = globSync(['*.md', '{docs,bench}/**/*.md'], { cwd: ROOT });
const names = new Set([...sources, ...pages].map((file) => basename(file)));

/** The files that the comments of a source file name, such as `paths.test.ts` or `../docs/paths.test.ts`. */
const namedFiles = (source: string) =>
  source
    .split('\n')
    .map((line) => /(?:^\s*\*|\/\*\*|(?:^|\s)\/\/)(.*)$/.exec(line)?.[1] ?? '')
    .flatMap((comment) => [...comment.matchAll(/[\w@./-]+\.(?:ts|mjs|cjs|md)\b/g)].map(([name]) => name));

/** Whether there is a file of that name; a path is one from the root, from the file that names it, or the end of one. */
function exists(name: string, source: string): boolean {
  if (!name.includes('/')) return names.has(name);
  const known = [...sources, ...pages];
  return known.includes(join(dirname(source), name)) || known.some((file) => `/${file}`.endsWith(`/${name}`));
}

it('comments name files that exist', () => {
  const named = sources.flatMap((source) =>
    namedFiles(readFileSync(join(ROOT, source), 'utf8')).map((name) => ({ source, name })),
  );

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ source, name }) => !exists(name, source))).toEqual([]);
});
