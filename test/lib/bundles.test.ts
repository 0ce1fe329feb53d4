import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workers } from '../../lambdas/workers.ts';
import { bundle, bundleFunctions, ENTRIES, sourcesOfBundles } from '../../lib/bundles.ts';

/** Bundles some functions. Returns the files that were read, and the code of the first. */
function bundleSome() {
  const outdir = mkdtempSync(join(tmpdir(), 'bundles-'));
  const inputs = bundle({ entries: Object.fromEntries(Object.entries(ENTRIES).slice(0, 3)), outdir });
  const [folder = ''] = readdirSync(outdir);
  const code = readFileSync(join(outdir, folder, 'index.cjs'), 'utf8');
  rmSync(outdir, { recursive: true });
  return { inputs, code };
}

describe('bundleFunctions', () => {
  const bundles = bundleFunctions();
  const some = bundleSome();

  it('makes one file with the code of each function, whose handler loads', () => {
    // Loading all takes long; the recorded pass through all operations loads each endpoint.
    const loaded = Object.keys(ENTRIES).filter((entry) => !/^api\/(?!calls\/get)/.test(entry));
    const load = loaded.map(
      (entry) => `typeof require(${JSON.stringify(`${bundles(entry)}/index.cjs`)}).handler`,
    );

    const { stdout } = spawnSync(process.execPath, ['--print', `[${load}].join()`], { encoding: 'utf8' });

    expect(stdout.trim()).toBe(loaded.map(() => 'function').join());
    for (const entry of Object.keys(ENTRIES)) expect(readdirSync(bundles(entry))).toEqual(['index.cjs']);
    // On a busy machine, loading functions takes longer than tests usually may.
  }, 300_000);

  it('imports nothing as ES modules at run time, because parts of Node.js then load much slower', () => {
    const code = readFileSync(`${bundles('api/calls/get')}/index.cjs`, 'utf8');

    expect(code).not.toMatch(/\bimport\(/);
  });

  it('leaves out unused schemas: of the workers, only those that follow steps, dial or take calls know all countries’ numbers', () => {
    const knowing = Object.keys(workers).filter((entry) =>
      readFileSync(`${bundles(entry)}/index.cjs`, 'utf8').includes('nationalPrefixForParsing'),
    );

    expect(knowing.sort()).toEqual([
      'agent-tests/run-case',
      'calls/callbacks/answer',
      'calls/callbacks/incoming',
      'calls/callbacks/relay-ended',
      'calls/callbacks/transfer-ended',
      'calls/dialing/dial',
      'calls/relay/check-silence',
      'calls/relay/due-turn',
      'calls/relay/message',
      'campaigns/import-recipients',
      'campaigns/run-campaigns',
    ]);
  });

  it('rebuilds bundles when any of their sources changes', () => {
    const own = some.inputs.filter((file) => !/node_modules|\/\(|-parts-/.test(file));
    const hashed = new Set(sourcesOfBundles());
    expect(own.filter((file) => !hashed.has(file))).toEqual([]);
    expect(own).not.toEqual([]);
  });

  it('makes the same bytes of the same sources, so that AWS gets no new function', () => {
    expect(bundleSome().code).toBe(some.code);
  }, 300_000);
});
