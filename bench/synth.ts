import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEPT_BUNDLES } from '../lib/bundles.ts';
import { median } from './statistics.ts';
import { number, type Table, verdict } from './table.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNS = 3;
const MAX_SECONDS = 10;
const TIMEOUT_MS = 60_000;

/** Measures the duration of `npm run synth` for both environments. */
export function measureSynth(): Table {
  const directory = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  try {
    const seconds = Array.from({ length: RUNS }, () => {
      rmSync(KEPT_BUNDLES, { recursive: true, force: true });
      return synthOnce(directory);
    });
    const typical = median(seconds);
    return {
      title: 'Synthesis',
      note: `The whole command, the functions bundled anew, median of ${RUNS}. Goal: ${MAX_SECONDS} s.`,
      columns: ['command', 'seconds', 'fastest', 'slowest', 'goal'],
      rows: [
        [
          'npm run synth (Staging and Production)',
          number(typical, 1),
          number(Math.min(...seconds), 1),
          number(Math.max(...seconds), 1),
          verdict(typical, MAX_SECONDS),
        ],
      ],
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function synthOnce(directory: string): number {
  const startedAt = performance.now();
  // Writes to its own folder: the project's may be in use.
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'synth', '--', '--output', directory], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`The synthesis failed:\n${stderr}`);
  return (performance.now() - startedAt) / 1000;
}
