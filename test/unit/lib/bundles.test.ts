import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleFunctions, ENTRIES } from '../../../lib/bundles.ts';

describe('bundleFunctions', () => {
  const bundles = bundleFunctions();

  it('makes one file with the code of each function, whose handler loads', () => {
    const entries = ENTRIES.map(bundles);
    const load = entries
      .map((path) => `typeof require(${JSON.stringify(`${path}/index.cjs`)}).handler`)
      .join(',');

    const { stdout } = spawnSync(process.execPath, ['--print', `[${load}].join()`], { encoding: 'utf8' });

    expect(stdout.trim()).toBe(entries.map(() => 'function').join());
    for (const path of entries) expect(readdirSync(path)).toEqual(['index.cjs']);
    // On a busy machine, loading all functions takes longer than tests usually may.
  }, 60_000);

  it('imports nothing at run time: as ES modules, the parts of Node.js take much longer to load', () => {
    const code = readFileSync(`${bundles('api/calls/get')}/index.cjs`, 'utf8');

    expect(code).not.toMatch(/\bimport\(/);
  });

  it('names a missing function', () => {
    expect(() => bundles('api/nothing')).toThrow('api/nothing');
  });
});
