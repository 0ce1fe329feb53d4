import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { catalogue } from '../lambdas/api/catalogue.ts';
import { workers } from '../lambdas/workers.ts';

const ROOT = join(import.meta.dirname, '..');
const LAMBDAS = join(ROOT, 'lambdas');

/** Where bundles are kept, by what they were made of: the next run that has the same sources need not make them again. */
export const KEPT_BUNDLES = join(ROOT, 'node_modules', '.cache', 'bundles');
/** Bundles that were made so long ago (ms) go when others are made. */
const KEPT_MS = 24 * 3600 * 1000;

/** Every function, by its file below `lambdas/`. */
export const ENTRIES: readonly string[] = [
  ...Object.keys(workers),
  ...Object.keys(catalogue).map((entry) => `api/${entry}`),
];

/** The bundled code of the functions, by entry: the file below `lambdas/` that exports the handler. */
export type Bundles = (entry: string) => string;

/** Bundles every function in one pass, unless that was done before; gives the directory of each. */
export function bundleFunctions(): Bundles {
  const directory = join(KEPT_BUNDLES, hashOfSources());
  if (!existsSync(directory)) makeBundles(directory);
  return (entry) => {
    const bundled = join(directory, entry);
    if (!existsSync(bundled)) throw new Error(`There is no bundle for the function ${entry}.`);
    return bundled;
  };
}

/** Makes them elsewhere and moves them, so that nobody finds half of them. */
function makeBundles(directory: string): void {
  mkdirSync(KEPT_BUNDLES, { recursive: true });
  forgetOldBundles();
  const outdir = mkdtempSync(`${directory}-`);
  bundle({ source: LAMBDAS, entries: ENTRIES, outdir });
  try {
    renameSync(outdir, directory);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(directory)) throw error;
    rmSync(outdir, { recursive: true });
  }
}

function forgetOldBundles(): void {
  for (const name of readdirSync(KEPT_BUNDLES)) {
    const old = join(KEPT_BUNDLES, name);
    const { mtimeMs } = statSync(old, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > KEPT_MS) rmSync(old, { recursive: true, force: true });
  }
}

/** Of everything that bundles are made of: our code, the packages' versions, and how it is done. */
function hashOfSources(): string {
  const sources = readdirSync(LAMBDAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(LAMBDAS, file));
  const others = ['docs/openapi.json', 'package-lock.json'].map((file) => join(ROOT, file));
  const hash = createHash('sha256');
  for (const file of [...sources.sort(), ...others, import.meta.filename]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Bundles entries (files of `source`, without their ending), each into a directory of its name below `outdir`. First all of them
 * are split into what they share and what is each one's own, then each is put together of that: reading and minifying all
 * modules for each entry anew would take two to three times as long.
 */
export function bundle({
  source,
  entries,
  outdir,
}: {
  readonly source: string;
  readonly entries: readonly string[];
  readonly outdir: string;
}): void {
  const parts = mkdtempSync(`${outdir}-parts-`);
  try {
    buildSync({
      ...FOR_LAMBDA,
      entryPoints: entryPoints(source, '.ts', entries),
      outdir: parts,
      format: 'esm',
      splitting: true,
    });
    buildSync({
      ...FOR_LAMBDA,
      entryPoints: entryPoints(parts, '/index.js', entries),
      outdir,
      // CommonJS loads faster than ESM on Lambda; the packages' ES modules are what unused code is left out of.
      format: 'cjs',
      // The SDK imports node:http when it is first used, which as an ES module has all of its exports looked at, among them
      // one that loads a whole HTTP client: 20 ms of a first request.
      supported: { 'dynamic-import': false },
      outExtension: { '.js': '.cjs' },
    });
  } finally {
    rmSync(parts, { recursive: true });
  }
}

const FOR_LAMBDA: BuildOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  // Lambda gives credentials in environment variables. The SDK would look in files, single sign-on and metadata services,
  // too, with the clients of those: a quarter of a bundle.
  alias: { '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts') },
  logLevel: 'error',
};

const entryPoints = (folder: string, ending: string, entries: readonly string[]) =>
  entries.map((entry) => ({ in: join(folder, `${entry}${ending}`), out: join(entry, 'index') }));
