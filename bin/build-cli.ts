// Builds the npm package of the command line: one bundle, whose commands are loaded when they run. Writes the folder
// build/cli, and the tarball beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'packages', 'cli');
const BUILT = join(ROOT, 'build', 'cli');

const texts = z.record(z.string(), z.string());
const manifest = z.looseObject({ optionalDependencies: texts });

// The bundle contains all dependencies but the optional ones, which have native code.
const {
  private: _,
  exports: __,
  dependencies: ___,
  devDependencies: ____,
  ...kept
} = manifest.parse(JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8')));
rmSync(BUILT, { recursive: true, force: true });
mkdirSync(BUILT, { recursive: true });
await build({
  entryPoints: { main: join(SOURCE, 'src', 'main.ts') },
  outdir: join(BUILT, 'dist'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: Object.keys(kept.optionalDependencies),
  // Bundled CommonJS packages require modules of Node.js.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
});
for (const file of ['bin', 'README.md']) cpSync(join(SOURCE, file), join(BUILT, file), { recursive: true });
cpSync(join(ROOT, 'LICENSE'), join(BUILT, 'LICENSE'));
writeFileSync(join(BUILT, 'package.json'), JSON.stringify(kept, null, 2));
execFileSync('npm', ['pack', '--silent', '--pack-destination', join(ROOT, 'build')], {
  cwd: BUILT,
  stdio: 'inherit',
});
