import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEPT_BUNDLES } from '../lib/bundles.ts';
import { startWithNpm } from './local-service/npm-start.ts';
import { median } from './statistics.ts';
import { number, type Table } from './table.ts';

const RUNS = 3;

/** Measures the time from `npm start` to ready: with a new data folder, and with that folder again. */
export async function measureStart(): Promise<Table> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const data = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
    try {
      rmSync(KEPT_BUNDLES, { recursive: true, force: true });
      fresh.push(await startOnce(data));
      again.push(await startOnce(data));
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }
  return {
    title: 'Start',
    note: `From \`npm start\` to ready, everything installed, median of ${RUNS}. It depends on the machine most of all.`,
    columns: ['data folder', 'seconds', 'fastest', 'slowest'],
    rows: [rowOf('new, and the functions bundled anew', fresh), rowOf('of an earlier start', again)],
  };
}

function rowOf(name: string, seconds: readonly number[]) {
  const typical = median(seconds);
  const extremes = [number(Math.min(...seconds), 1), number(Math.max(...seconds), 1)];
  return [name, number(typical, 1), ...extremes];
}

/** Seconds until the service is ready. */
async function startOnce(data: string): Promise<number> {
  const service = await startWithNpm(data);
  await service.stop();
  return service.readyAfter;
}
