import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The folder into which the console is built. */
export const DIST = join(ROOT, 'console', 'dist');

/** Builds the console into a folder as it is deployed. */
export async function buildConsole(folder: string): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(ROOT, 'console', 'vite.config.ts');
  const output = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', config, ...output], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
