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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { catalogue } from '../lambdas/catalogue.ts';
import { workers } from '../lambdas/workers.ts';

const ROOT = join(import.meta.dirname, '..');
const LAMBDAS = join(ROOT, 'lambdas');
const LAMBDA_CREDENTIALS = join(import.meta.dirname, 'lambda-credentials.ts');

/** The bundles that come with the npm package, which has no sources. */
const PACKED_BUNDLES = join(ROOT, 'bundles');

/** Where bundles are cached by the hash of their sources, for the next run. */
export const KEPT_BUNDLES = join(ROOT, 'node_modules', '.cache', 'bundles');
/** Milliseconds after which cached bundles are deleted. */
const KEPT_MS = 24 * 3600 * 1000;

/** The source of each function, by its entry: the file below `lambdas/` of a worker, or an endpoint that is served. */
export const ENTRIES: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(workers).map((entry) => [entry, `export { handler } from '${LAMBDAS}/${entry}.ts';`]),
  ...Object.entries(catalogue).map(([name, { file, operation }]) => [
    `api/${name}`,
    `import { ${operation} } from '${LAMBDAS}/${file}.ts';
import { serve } from '${LAMBDAS}/http/endpoint.ts';
export const handler = serve({ ...${operation}(), operation: '${operation}' });`,
  ]),
]);

/** The folder of an entry: one entry may be the beginning of another. */
const folderOf = (entry: string) => entry.replaceAll('/', '.');

/** The directory of a function's bundle, by its entry. */
export type Bundles = (entry: string) => string;

/** Bundles every function, unless the package or the cache has the bundles. Returns the directory of each. */
export function bundleFunctions(): Bundles {
  const directory = existsSync(PACKED_BUNDLES) ? PACKED_BUNDLES : bundledFunctions();
  return (entry) => {
    const bundled = join(directory, folderOf(entry));
    if (!existsSync(bundled)) throw new Error(`The function ${entry} has no bundle.`);
    return bundled;
  };
}

/** Bundles every function in one pass, unless the cache has the bundles. Returns their common directory. */
export function bundledFunctions(): string {
  const directory = join(KEPT_BUNDLES, hashOfSources());
  if (!existsSync(directory)) makeBundles(directory);
  return directory;
}

/** Builds in a temporary directory and renames it, so that no other process finds an incomplete bundle. */
function makeBundles(directory: string): void {
  mkdirSync(KEPT_BUNDLES, { recursive: true });
  forgetOldBundles();
  const outdir = mkdtempSync(`${directory}-`);
  bundle({ entries: ENTRIES, outdir });
  try {
    renameSync(outdir, directory);
  } catch (error) {
    // Another process finished first.
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

/** The hash of the bundles' sources: the project's code, the packages' versions, and the build settings. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [...sourcesOfBundles(), join(ROOT, 'package-lock.json'), import.meta.filename]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

export function sourcesOfBundles(): readonly string[] {
  const lambdas = readdirSync(LAMBDAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|json)$/.test(file))
    .map((file) => join(LAMBDAS, file));
  const documents = ['docs/openapi.json', 'docs/openapi-versions.json'].map((file) => join(ROOT, file));
  return [...lambdas.sort(), ...documents, LAMBDA_CREDENTIALS];
}

/**
 * Bundles entries, given by their sources, each into its own directory of `outdir`. A first pass splits them into shared
 * and own chunks, and a second pass assembles each bundle from chunks. Parsing all modules for each entry would take two
 * to three times as long. Returns the files that the first pass read.
 */
export function bundle({
  entries,
  outdir,
}: {
  readonly entries: Readonly<Record<string, string>>;
  readonly outdir: string;
}): readonly string[] {
  const parts = mkdtempSync(`${outdir}-parts-`);
  const pathOf = (entry: string) => join(parts, 'sources', `${folderOf(entry)}.ts`);
  try {
    mkdirSync(join(parts, 'sources'));
    for (const [entry, source] of Object.entries(entries)) writeFileSync(pathOf(entry), source);
    const names = Object.keys(entries);
    const { metafile } = buildSync({
      ...FOR_LAMBDA,
      // Chunk names depend on paths relative to this directory. A fixed one makes builds reproducible.
      absWorkingDir: parts,
      entryPoints: names.map((entry) => ({ in: pathOf(entry), out: join(folderOf(entry), 'index') })),
      outdir: parts,
      format: 'esm',
      splitting: true,
      metafile: true,
      minify: false, // It would drop the comments that markPureCalls reads.
    });
    markPureCalls(parts);
    buildSync({
      ...FOR_LAMBDA,
      absWorkingDir: parts,
      // Comments at the end would name the temporary directory.
      legalComments: 'inline',
      entryPoints: names
        .map(folderOf)
        .map((name) => ({ in: join(parts, name, 'index.js'), out: join(name, 'index') })),
      outdir,
      // CommonJS loads faster than ESM on Lambda, but tree shaking needs the packages' ES modules.
      format: 'cjs',
      // The SDK imports node:http on first use. Importing it as an ES module evaluates every export, and one of them
      // loads an HTTP client, which adds 20 ms to the first request.
      supported: { 'dynamic-import': false },
      outExtension: { '.js': '.cjs' },
    });
    return Object.keys(metafile.inputs).map((file) => join(parts, file));
  } finally {
    rmSync(parts, { recursive: true });
  }
}

/** A function that its author marked as free of side effects, as zod does. */
const PURE_FUNCTION = /@__NO_SIDE_EFFECTS__\n(?:export )?function ([\w$]+)/g;
/** A function whose result is assigned, passed on or returned. */
const CALLED = /(?<=[=([,:>]\s*)[\w$]+(?=\()/g;

/** Lets esbuild drop unused schemas: by itself, it marks only calls within the function's own file. */
function markPureCalls(folder: string): void {
  const codes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ file: join(folder, name), code: readFileSync(join(folder, name), 'utf8') }));
  const pure = new Set(
    codes.flatMap(({ code }) => [...code.matchAll(PURE_FUNCTION)].map(([, name]) => name)),
  );
  for (const { file, code } of codes) {
    writeFileSync(
      file,
      code.replaceAll(CALLED, (name) => (pure.has(name) ? `/* @__PURE__ */ ${name}` : name)),
    );
  }
}

const FOR_LAMBDA = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  // Escapes would double the words of each language.
  charset: 'utf8',
  mainFields: ['module', 'main'] as string[],
  // Lambda passes credentials in environment variables. The SDK's default chain also bundles clients for files, single
  // sign-on and metadata services: a quarter of a bundle.
  alias: { '@aws-sdk/credential-provider-node': LAMBDA_CREDENTIALS },
  logLevel: 'error',
} as const satisfies BuildOptions;
