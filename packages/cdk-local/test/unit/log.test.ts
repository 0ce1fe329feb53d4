import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../../src/functions/log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk-local-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the log of a function', () => {
  it('begins anew when it is full, and keeps the part before', async () => {
    const path = join(folder, 'fn.log');
    for (let start = 0; start < 4; start++) {
      const log = openLog(path, 10);
      log.write(`first ${start}\n`);
      log.write(`second ${start}\n`);
      await log.close();
    }

    expect(readdirSync(folder).sort()).toEqual(['fn.log', 'fn.log.1']);
    expect(textOf('fn.log')).toBe('first 3\nsecond 3\n');
    expect(textOf('fn.log.1')).toBe('first 2\nsecond 2\n');
  });

  it('is no file while nothing was written', async () => {
    await openLog(join(folder, 'fn.log')).close();

    expect(readdirSync(folder)).toEqual([]);
  });
});
