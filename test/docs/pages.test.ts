import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogue } from '../../lambdas/catalogue.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT, exclude: ['docs/node_modules/**'] }).map(
  (page) => ({
    page,
    text: read(page),
  }),
);
const sourceNames = new Set(
  globSync('{bench,bin,examples,lambdas,lib,local,packages,test}/**/*.{ts,mjs}', { cwd: ROOT }).map((file) =>
    basename(file),
  ),
);

/** Paths and names of source files in backticks. */
const quotedPaths = (text: string) =>
  [...text.replace(/```.*?```/gs, '').matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => isPath(quoted) || /^[\w-]+\.(ts|mjs)$/.test(quoted));

/** Words joined by slashes. Files that programs write (`.local/…`), packages and media types are not the project's. */
const isPath = (quoted: string) => quoted.includes('/') && !/^(\.|@|\d|application\/|zod\/)/.test(quoted);

/** A path from the root, or below `lambdas/` a folder (`store/`), an endpoint (`calls/create`) or a function. */
const exists = (path: string) =>
  path.includes('/')
    ? path in catalogue ||
      [path, `lambdas/${path}`, `lambdas/${path}.ts`].some((candidate) => existsSync(join(ROOT, candidate)))
    : sourceNames.has(path);

it('the pages link to files that exist, and name files, functions and commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const wrong = pages.flatMap(({ page, text }) => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^([a-z]+:|\.\.\/\.\.\/actions\/)/.test(target))
      .filter((target) => !existsSync(join(ROOT, dirname(page), target)));
    const quoted = quotedPaths(text).filter((path) => !exists(path));
    const commands = [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts));
    return [...links, ...quoted, ...commands].map((each) => `${page}: ${each}`);
  });

  expect(pages.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

it('the page on agents quotes its examples as they are', () => {
  const examples = globSync('examples/**/*.yaml', { cwd: ROOT }).map(read);
  const quoted = [...read('docs/agents.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);

  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((text) => !examples.some((example) => example.includes(text)))).toEqual([]);
});

it('the page on security names tests that exist, and every file of attacks', () => {
  const named = [...read('docs/security.md').matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(
    ([, file = '']) => file,
  );
  const attacks = globSync('test/attacks/**/*.test.ts', { cwd: ROOT });

  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(attacks.filter((file) => !named.includes(file))).toEqual([]);
});

it('the runbook names log messages that functions write', () => {
  const sources = globSync('lambdas/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  const messages = [...read('docs/runbook.md').matchAll(/`([A-Z][a-z]* [a-z][^`\n]*)`/g)]
    .map(([, text = '']) => text)
    // A line of Lambda's own.
    .filter((text) => text !== 'Task timed out');

  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((message) => !sources.includes(message))).toEqual([]);
});

it('every page asks for the Node.js version of package.json', () => {
  const asked = globSync(['*.md', 'docs/*.md', 'packages/*/README.md'], { cwd: ROOT }).flatMap((page) =>
    [...read(page).matchAll(/Node\.js (\d[\d.]*) or later/g)].map(([, version]) => `>=${version}`),
  );

  expect(asked.length).toBeGreaterThan(4);
  expect(new Set(asked)).toEqual(new Set([JSON.parse(read('package.json')).engines.node]));
});
