import { globSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

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

describe('a folder of code', () => {
  it(`holds at most ${MAX_FILES} files directly`, () => {
    const crowded = [...folders]
      .filter(([, count]) => count > MAX_FILES)
      .map(
        ([folder, count]) =>
          `${folder} holds ${count} files; split it, so that none holds more than ${MAX_FILES}`,
      );

    expect(crowded).toEqual([]);
  });

  it('is found in every part of the project', () => {
    for (const root of ROOTS)
      expect([...folders.keys()].some((folder) => folder === root || folder.startsWith(`${root}/`))).toBe(
        true,
      );
    expect(ROOTS).toContain('packages/cdk-local/src');
    expect(folders.size).toBeGreaterThan(100);
  });
});
