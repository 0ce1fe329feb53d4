import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Folders with sources. */
const FOLDERS = ['bench', 'bin', 'examples', 'lambdas', 'lib', 'local', 'packages', 'test'];

const sourceNames = new Set(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => basename(file)),
  ),
);

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

/** The targets of a page's links to files of the project, as paths from its root. */
const linkedPaths = (page: string, text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target));

/** Paths and names of source files in backticks on a page. */
const quotedPaths = (text: string) =>
  [...text.replace(/```.*?```/gs, '').matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => isPath(quoted) || /^[\w-]+\.(ts|mjs)$/.test(quoted));

/** Words joined by slashes. Files that programs write (`.local/…`), packages and media types are not the project's. */
const isPath = (quoted: string) => quoted.includes('/') && !/^(\.|@|\d|application\/|zod\/)/.test(quoted);

/** A path from the root, or below `lambdas/` a folder (`store/`), an endpoint (`calls/create`) or a function (`dialing/dial`). */
function exists(path: string): boolean {
  if (!path.includes('/')) return sourceNames.has(path);
  const candidates = [
    path,
    join('lambdas', path),
    join('lambdas', `${path}.ts`),
    join('lambdas', 'api', `${path}.ts`),
  ];
  return candidates.some((candidate) => existsSync(join(ROOT, candidate)));
}

it.each(pages)('%s links to files that exist', (page) => {
  const paths = linkedPaths(page, readFileSync(join(ROOT, page), 'utf8'));

  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it.each(pages)('%s names files and functions that exist', (page) => {
  const paths = quotedPaths(readFileSync(join(ROOT, page), 'utf8'));

  expect(paths.filter((path) => !exists(path))).toEqual([]);
});

it('the pages name paths of both forms', () => {
  const texts = pages.map((page) => ({ page, text: readFileSync(join(ROOT, page), 'utf8') }));

  expect(texts.flatMap(({ page, text }) => linkedPaths(page, text)).length).toBeGreaterThan(50);
  expect(texts.flatMap(({ text }) => quotedPaths(text)).length).toBeGreaterThan(80);
});
