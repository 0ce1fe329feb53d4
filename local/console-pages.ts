import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BUILT_CONSOLE, isBuilt } from '../lib/console/console-files.ts';

const ROOT = join(import.meta.dirname, '..');

interface Pages {
  readonly source: string;
  readonly built: string;
}

const CONSOLE: Pages = { source: join(ROOT, 'console'), built: BUILT_CONSOLE };

const sourcesOf = ({ source }: Pages) => [
  join(ROOT, 'packages', 'client', 'src'),
  join(ROOT, 'package-lock.json'),
  ...['index.html', 'package.json', 'public', 'src', 'vite.config.ts'].map((name) => join(source, name)),
];

/** The folder of the console's pages, built first if missing or outdated. If that fails, prints why. */
export async function consolePages(pages: Pages = CONSOLE): Promise<string | undefined> {
  const { built } = pages;
  if (isFresh(pages)) return built;
  sayPhase('Building the console');
  const fresh = `${built}.${process.pid}`;
  try {
    await build(pages, fresh);
    // An interruption before this point leaves the previous pages unchanged.
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
    return built;
  } catch (error) {
    // Another start may have built the pages in the meantime.
    if (isFresh(pages)) return built;
    console.error(`The console cannot be built, so the service starts without it: ${firstLine(error)}`);
    return undefined;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Builds as for a deployment, in separate processes, to free their memory afterwards. */
async function build({ source }: Pages, directory: string): Promise<void> {
  const run = promisify(execFile);
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  // Any other value, such as a test run's, would bundle React's development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [vite, 'build', source, '--outDir', directory, '--emptyOutDir'], { env });
}

function isFresh(pages: Pages): boolean {
  if (!isBuilt(pages.built)) return false;
  // The npm package has only the built pages.
  if (!existsSync(join(pages.source, 'src'))) return true;
  const { mtimeMs } = statSync(join(pages.built, 'index.html'));
  return sourcesOf(pages).every((path) => lastChange(path) <= mtimeMs);
}

/** The latest modification time of a file or of anything below a folder, in milliseconds since 1970. */
function lastChange(path: string): number {
  if (!existsSync(path)) return 0;
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [path];
  return Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
}

const firstLine = (error: unknown) =>
  (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)).trim().split('\n')[0];

/** Seconds since the command began, including installation of dependencies (`bin/run.mjs`). */
export function elapsedSeconds(): number {
  const began = Number(process.env.RUN_STARTED_AT) || performance.timeOrigin;
  return (Date.now() - began) / 1000;
}

/** Reports a step of the start, with the elapsed time. */
export const sayPhase = (what: string) => console.log(`${what} … (${elapsedSeconds().toFixed(1)} s)`);
