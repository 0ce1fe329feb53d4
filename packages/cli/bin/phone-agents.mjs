#!/usr/bin/env node
// Runs the command line: the built one of the package, or the sources in the repository.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

enableCompileCache?.();
const built = new URL('../dist/main.js', import.meta.url);
await import(existsSync(built) ? built : new URL('../src/main.ts', import.meta.url));
