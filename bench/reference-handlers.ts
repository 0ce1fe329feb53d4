import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const HANDLERS = join(import.meta.dirname, 'handlers');
const LAMBDAS = join(import.meta.dirname, '..', 'lambdas');

/** The function whose bundle shows that the options here are those of the product's functions. */
const WITNESS = 'api/authorizer';

/** Bundles the handlers to compare with, in the same way as the product's functions; gives each one's directory by name. */
export function bundleReferenceHandlers(
  outdir: string,
  productBundle: (entry: string) => string,
): Readonly<Record<'empty' | 'document-client', string>> {
  buildSync({
    entryPoints: [
      ...['empty', 'document-client'].map((name) => ({
        in: join(HANDLERS, `${name}.ts`),
        out: join(name, 'index'),
      })),
      { in: join(LAMBDAS, `${WITNESS}.ts`), out: join(WITNESS, 'index') },
    ],
    outdir,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  const read = (directory: string) => readFileSync(join(directory, 'index.cjs'), 'utf8');
  if (read(join(outdir, WITNESS)) !== read(productBundle(WITNESS))) {
    throw new Error(
      'bench/reference-handlers.ts no longer bundles as lib/bundles.ts does: the comparison would be unfair.',
    );
  }
  return { empty: join(outdir, 'empty'), 'document-client': join(outdir, 'document-client') };
}
