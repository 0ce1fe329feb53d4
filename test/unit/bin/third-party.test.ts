import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type LockedPackages,
  licencesPage,
  lockedPackages,
  thirdParties,
} from '../../../bin/licences/third-party.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Licences that let the project copy a package into its functions and ask for no more than a notice. */
const ALLOWED: readonly string[] = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense'],
  ...['(MIT OR CC0-1.0)', 'BlueOak-1.0.0'],
];

const packages = lockedPackages();
const parties = thirdParties(packages);

describe('the third-party packages of the functions', () => {
  it('have a permitted licence each', () => {
    expect(parties.filter(({ licence }) => !ALLOWED.includes(licence))).toEqual([]);
  });

  it('are those that the dependencies need, and no tools', () => {
    const names = parties.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining(['@middy/core', '@middy/util', 'openai', 'twilio', 'zod']));
    expect(names).not.toContain('vitest');
    expect(names).not.toContain('openapi-typescript');
  });

  it('are listed in docs/licences.md; npm run licences writes it', () => {
    expect(read('docs/licences.md')).toBe(licencesPage(parties));
  });
});

describe('the search through a lock file', () => {
  const locked: LockedPackages = {
    '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC', dependencies: { c: '1' } },
    'node_modules/b': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/c': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0' },
  };

  it('finds each package where Node.js would, and reports a missing licence', () => {
    expect(thirdParties(locked)).toEqual([
      { name: 'a', version: '1.0.0', licence: 'MIT' },
      { name: 'b', version: '2.0.0', licence: 'ISC' },
      { name: 'c', version: '1.0.0', licence: 'none' },
    ]);
  });

  it('fails for a package that the lock file lacks', () => {
    const { 'node_modules/c': _, ...incomplete } = locked;

    expect(() => thirdParties(incomplete)).toThrow('package-lock.json lacks c');
  });
});

describe('package-lock.json', () => {
  const installed = Object.entries(packages).filter(([folder]) => folder.includes('node_modules/'));

  it('has the integrity of every package that is downloaded', () => {
    const without = installed.filter(([, { integrity, link, inBundle }]) => !integrity && !link && !inBundle);

    expect(installed.length).toBeGreaterThan(100);
    expect(without.map(([folder]) => folder)).toEqual([]);
  });

  it('has SHA-512 for each', () => {
    const weak = installed.filter(([, { integrity }]) => integrity && !integrity.startsWith('sha512-'));

    expect(weak.map(([folder]) => folder)).toEqual([]);
  });

  it('contains no host for downloads', () => {
    const named = Object.values(packages).flatMap(({ resolved, link }) =>
      resolved && !link ? [resolved] : [],
    );

    expect(named).toEqual([]);
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  });
});

describe('installation', () => {
  it.each(['.ci/run', 'bin/run.mjs'])('uses only the lock file in %s', (file) => {
    expect(read(file)).not.toMatch(/npm'?,? ?\[?'?(install|i|add|update)\b/);
  });

  it('uses npm ci, with exact versions in package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));

    expect(read('bin/run.mjs')).toContain("'npm', ['ci'");
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
