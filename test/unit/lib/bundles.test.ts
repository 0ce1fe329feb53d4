import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/api/catalogue.ts';
import { bundleFunctions } from '../../../lib/bundles.ts';

describe('bundleFunctions', () => {
  const bundles = bundleFunctions();

  it('has one file with the code of each endpoint, whose handler loads', () => {
    const entries = Object.keys(catalogue).map((entry) => bundles(`api/${entry}`));
    const load = entries
      .map((path) => `typeof require(${JSON.stringify(`${path}/index.cjs`)}).handler`)
      .join(',');

    const { stdout } = spawnSync(process.execPath, ['--print', `[${load}].join()`], { encoding: 'utf8' });

    expect(stdout.trim()).toBe(entries.map(() => 'function').join());
    for (const path of entries) expect(readdirSync(path)).toEqual(['index.cjs']);
  });

  it('imports nothing at run time: as ES modules, the parts of Node.js take much longer to load', () => {
    const code = readFileSync(`${bundles('api/calls/get')}/index.cjs`, 'utf8');

    expect(code).not.toMatch(/\bimport\(/);
  });

  it('names a missing function', () => {
    expect(() => bundles('api/nothing')).toThrow('api/nothing');
  });
});
