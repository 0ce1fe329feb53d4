#!/usr/bin/env node
// Runs a command of the package, as `npm run` does in the repository: npx phone-call-agents start --port 3000
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [name, ...args] = process.argv.slice(2);

if (!name || !Object.hasOwn(scripts, name)) {
  console.error(`Usage: npx phone-call-agents ${Object.keys(scripts).join('|')} [options]`);
  process.exit(1);
}
const [, runner, program, ...first] = scripts[name].split(' ');
process.argv.splice(1, process.argv.length, join(root, runner), program, ...first, ...args);
await import(pathToFileURL(join(root, runner)).href);
