import { globSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** Files that a folder of code may hold directly. Above that, its parts are hard to see: split it by capability. */
const MAX_FILES = 25;

/** Folders of code, as paths from the root. */
const ROOTS = [
  'bench',
  'bin',
  'console/src',
  'lambdas',
  'lib',
  'local',
  'test',
  ...globSync('packages/*/{src,test}', { cwd: ROOT }),
];

/** Each folder of code with the number of files that it holds directly. */
const folders = ROOTS.flatMap((root) =>
  readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(ROOT, entry.parentPath)),
).reduce((counts, folder) => counts.set(folder, (counts.get(folder) ?? 0) + 1), new Map<string, number>());

it(`a folder of code holds at most ${MAX_FILES} files directly`, () => {
  const crowded = [...folders].filter(([, count]) => count > MAX_FILES);

  expect(folders.size).toBeGreaterThan(100);
  expect(crowded).toEqual([]);
});
