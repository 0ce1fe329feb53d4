import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BUILT_CONSOLE, isBuilt } from '../lib/console/console-files.ts';

const ROOT = join(import.meta.dirname, '..');

/** The pages, and the files from which they are built. */
interface Pages {
  /** The folder of their sources. */
  readonly source: string;
  /** The folder of the built ones. */
  readonly built: string;
}

const CONSOLE: Pages = { source: join(ROOT, 'console'), built: BUILT_CONSOLE };

/** The types that are generated from the document before each build. */
const MADE = 'schema.ts';

const sourcesOf = ({ source }: Pages) => [
  join(ROOT, 'docs', 'openapi.json'),
  join(ROOT, 'package-lock.json'),
  ...['index.html', 'package.json', 'public', 'src', 'vite.config.ts'].map((name) => join(source, name)),
];

/**
 * The folder of the console's pages. Builds them first if they are missing or older than their sources, which takes some
 * seconds. Resolves with undefined, and says why, if they cannot be built: the service works without them.
 */
export async function consolePages(pages: Pages = CONSOLE): Promise<string | undefined> {
  const { built } = pages;
  if (isFresh(pages)) return built;
  sayPhase('Building the console');
  const fresh = `${built}.${process.pid}`;
  try {
    await build(pages, fresh);
    // An interruption before this point leaves the former pages unchanged.
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
    return built;
  } catch (error) {
    // Another start may have built the pages meanwhile.
    if (isFresh(pages)) return built;
    console.error(`The console cannot be built, and is left out: ${firstLine(error)}`);
    return undefined;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Builds as for a deployment, in separate processes, whose memory is freed at their end. */
async function build({ source }: Pages, directory: string): Promise<void> {
  const run = promisify(execFile);
  await run(process.execPath, [join(ROOT, 'bin', 'console-types.ts')]);
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  // With any other value, such as that of a test run, the pages would have React's development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [vite, 'build', source, '--outDir', directory, '--emptyOutDir'], { env });
}

function isFresh(pages: Pages): boolean {
  if (!isBuilt(pages.built)) return false;
  // The package has the built pages only.
  if (!existsSync(join(pages.source, 'src'))) return true;
  const { mtimeMs } = statSync(join(pages.built, 'index.html'));
  return sourcesOf(pages).every((path) => lastChange(path) <= mtimeMs);
}

/** The time of the last change of a file, or of any file below a folder, in milliseconds since 1970. */
function lastChange(path: string): number {
  if (!existsSync(path)) return 0;
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== MADE)
        .map((entry) => join(entry.parentPath, entry.name))
    : [path];
  return Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
}

const firstLine = (error: unknown) =>
  (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)).trim().split('\n')[0];

/** Seconds since the command began, with an installation of the dependencies (`bin/run.mjs`). */
export function elapsedSeconds(): number {
  const began = Number(process.env.RUN_STARTED_AT) || performance.timeOrigin;
  return (Date.now() - began) / 1000;
}

/** Says what a start does now, and when. */
export const sayPhase = (what: string) => console.log(`${what} … (${elapsedSeconds().toFixed(1)} s)`);
