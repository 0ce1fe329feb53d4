#!/usr/bin/env node
// Runs a command of the package, as `npm run` does in the repository: npx phone-call-agents start --port 3000
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [name, ...args] = process.argv.slice(2);

if (!name || !Object.hasOwn(scripts, name)) {
  console.error(`Usage: npx phone-call-agents ${Object.keys(scripts).join('|')} [options]`);
  process.exit(1);
}
const [, runner, program] = scripts[name].split(' ');
const child = spawn(process.execPath, [join(root, runner), program, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
