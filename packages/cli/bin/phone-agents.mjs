#!/usr/bin/env node
// Runs the command line: the built one of the package, or the sources in the repository.
import { existsSync } from 'node:fs';
import module from 'node:module';

// Without its type stripping, the test command can't read tests in TypeScript.
const NEEDED = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`phone-agents needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(2);
}
module.enableCompileCache();
const built = new URL('../dist/main.js', import.meta.url);
await import(existsSync(built) ? built : new URL('../src/main.ts', import.meta.url));
