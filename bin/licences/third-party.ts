// The third-party packages of the functions: the packages that package.json's `dependencies` need, by the lock file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');

const lockedPackage = z.looseObject({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  integrity: z.optional(z.string()),
  /** The source of a package: only links to workspaces have it, because the lock file names no host. */
  resolved: z.optional(z.string()),
  link: z.optional(z.boolean()),
  /** The package is in the archive of the package that contains it, which has the integrity of both. */
  inBundle: z.optional(z.boolean()),
  dependencies: z.optional(z.record(z.string(), z.string())),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
});

const lockFile = z.looseObject({
  lockfileVersion: z.number(),
  packages: z.record(z.string(), lockedPackage),
});

/** The packages of the lock file by the folder that each is installed in; the project itself has the folder ''. */
export type LockedPackages = z.infer<typeof lockFile>['packages'];

/** A third-party package. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
}

/** Reads `package-lock.json`. */
export function lockedPackages(): LockedPackages {
  return lockFile.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))).packages;
}

/** The packages that the functions may contain, sorted by name and version. Throws for one that is not in the lock file. */
export function thirdParties(packages: LockedPackages): readonly ThirdParty[] {
  const folders = new Set<string>();
  collect(packages, '', folders);
  const all = [...folders].map((folder) => {
    const { version = '', license = 'none' } = packages[folder] ?? {};
    return { name: folder.slice(folder.lastIndexOf('node_modules/') + 13), version, licence: license };
  });
  const byText = new Map(all.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? []);
}

function collect(packages: LockedPackages, from: string, folders: Set<string>): void {
  const { dependencies = {}, optionalDependencies = {} } = packages[from] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const folder = folderOf(packages, from, name);
    if (folder === undefined && name in optionalDependencies) continue;
    if (folder === undefined)
      throw new Error(`package-lock.json lacks ${name}, which ${from || 'the project'} needs.`);
    if (folders.has(folder)) continue;
    folders.add(folder);
    collect(packages, folder, folders);
  }
}

/** The folder that Node.js resolves an import to: the nearest `node_modules` with the package. */
function folderOf(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (at === '') return undefined;
  }
}

/** `docs/licences.md`. */
export function licencesPage(parties: readonly ThirdParty[]): string {
  return [
    '# Third-party licences',
    '',
    'The functions are bundles: parts of these packages are copied into them, and into your AWS account when you deploy.',
    'Each package brings the text of its licence in its folder below `node_modules/`. `npm run licences` writes this page from `package-lock.json`.',
    '',
    '| Package | Version | Licence |',
    '| --- | --- | --- |',
    ...parties.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n');
}
