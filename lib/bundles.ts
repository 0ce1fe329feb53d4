import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { catalogue } from '../lambdas/api/catalogue.ts';

const LAMBDAS = join(import.meta.dirname, '..', 'lambdas');

/** Functions that are not endpoints of the API. */
const WORKERS = [
  'api/authorizer',
  'api/openapi',
  'calls/answer',
  'calls/connect',
  'calls/dial',
  'calls/disconnect',
  'calls/hang-up',
  'calls/message',
  'calls/relay-ended',
  'calls/schedule',
  'calls/settle',
  'calls/status',
  'events/publish',
  'webhooks/deliver',
] as const;

/** The bundled code of the functions, by entry: the file below `lambdas/` that exports the handler. */
export type Bundles = (entry: string) => string;

/** Bundles every function in one pass; gives the directory of each. The directories go when the process ends. */
export function bundleFunctions(): Bundles {
  const directory = mkdtempSync(join(tmpdir(), 'phone-call-agents-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const entries = [...WORKERS, ...Object.keys(catalogue).map((entry) => `api/${entry}`)];
  bundle({ source: LAMBDAS, entries, outdir: directory });
  return (entry) => {
    const bundled = join(directory, entry);
    if (!existsSync(bundled)) throw new Error(`There is no bundle for the function ${entry}.`);
    return bundled;
  };
}

/** Bundles entries (files of `source`, without their ending), each into a directory of its name below `outdir`. */
export function bundle({
  source,
  entries,
  outdir,
}: {
  readonly source: string;
  readonly entries: readonly string[];
  readonly outdir: string;
}): void {
  buildSync({
    entryPoints: entries.map((entry) => ({ in: join(source, `${entry}.ts`), out: join(entry, 'index') })),
    outdir,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    // CommonJS loads faster than ESM on Lambda; the packages' ES modules are what unused code is left out of.
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
}
