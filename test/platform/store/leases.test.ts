import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endLease, takeLease } from '../../../lambdas/platform/table/leases.ts';
import { tableOfFile } from '../../support/table/table.ts';

const table = await tableOfFile();

const START = Date.parse('2026-01-01T12:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);

/** Leases of a new item: at most three, of 30 seconds. */
function leasesOf(key = { pk: `TEST#${randomUUID()}`, sk: 'LEASES' }) {
  const take = (holder: string, seconds = 0) =>
    takeLease(table, { key, holder, max: 3, seconds: 30, now: at(seconds) });
  return { take };
}

describe('leases', () => {
  it('never exceed the maximum for concurrent holders', async () => {
    const { take } = leasesOf();

    const taken = await Promise.all(Array.from({ length: 8 }, (_, index) => take(`holder ${index}`)));

    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(3);
  });

  it('are free again when they are ended, once', async () => {
    const { take } = leasesOf();
    const [first] = await Promise.all([take('a'), take('b'), take('c')]);
    const refused = await take('d');

    await endLease(table, first!);
    await endLease(table, first!);
    const taken = [await take('d'), await take('e')];

    expect(refused).toBeUndefined();
    expect(taken.map((lease) => lease?.holder)).toEqual(['d', undefined]);
  });

  it('are free again when they expire, all of them', async () => {
    const { take } = leasesOf();
    await Promise.all([take('a'), take('b'), take('c', 10)]);

    const early = await take('d', 29);
    const late = await Promise.all(['d', 'e', 'f', 'g'].map((holder) => take(holder, 31)));

    expect(early).toBeUndefined();
    expect(late.filter((lease) => lease !== undefined)).toHaveLength(2);
  });

  it('are renewed by their holders, who have one each', async () => {
    const { take } = leasesOf();
    await Promise.all([take('a'), take('b'), take('c')]);

    const renewed = await take('a', 29);
    const others = await Promise.all(['d', 'e', 'f'].map((holder) => take(holder, 31)));

    expect(renewed).toMatchObject({ holder: 'a' });
    expect(others.filter((lease) => lease !== undefined)).toHaveLength(2);
  });
});
