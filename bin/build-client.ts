// Builds the npm package of the client: JavaScript and types. Writes the folder build/client, and the tarball beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'packages', 'client');
const BUILT = join(ROOT, 'build', 'client');

const manifest = z.looseObject({ exports: z.record(z.string(), z.string()) });

/** The manifest for npm: it exports what is built. */
function publicManifest() {
  const {
    private: _,
    devDependencies: __,
    ...kept
  } = manifest.parse(JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8')));
  const built = (source: string, end: string) => source.replace('/src/', '/dist/').replace(/\.ts$/, end);
  const entries = Object.entries(kept.exports).map(([path, source]) => [
    path,
    { types: built(source, '.d.ts'), default: built(source, '.js') },
  ]);
  return { ...kept, exports: Object.fromEntries(entries), files: ['dist'] };
}

rmSync(BUILT, { recursive: true, force: true });
mkdirSync(BUILT, { recursive: true });
execFileSync('npm', ['run', '--silent', 'client:types'], { cwd: ROOT, stdio: 'inherit' });
const options = ['--declaration', '--rewriteRelativeImportExtensions', '--noEmit', 'false'];
const tsc = ['-p', SOURCE, ...options, '--incremental', 'false', '--allowImportingTsExtensions', 'false'];
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...tsc, '--outDir', join(BUILT, 'dist')], {
  stdio: 'inherit',
});
writeFileSync(join(BUILT, 'package.json'), JSON.stringify(publicManifest(), null, 2));
cpSync(join(SOURCE, 'README.md'), join(BUILT, 'README.md'));
cpSync(join(ROOT, 'LICENSE'), join(BUILT, 'LICENSE'));
execFileSync('npm', ['pack', '--silent', '--pack-destination', join(ROOT, 'build')], {
  cwd: BUILT,
  stdio: 'inherit',
});
