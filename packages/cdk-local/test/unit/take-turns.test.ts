import { expect, it } from 'vitest';
import { takeTurns } from '../../src/functions/take-turns.ts';

it('has so many run at the same time, and the others in the order in which they came', async () => {
  const inTurn = takeTurns(2);
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = works.map((work, index) =>
    inTurn(() => {
      begun.push(index);
      return work.promise;
    }),
  );
  await Promise.resolve();
  const atFirst = [...begun];

  works[1]?.reject(new Error('failed'));
  await expect(all[1]).rejects.toThrow('failed');
  await Promise.resolve();
  const afterOne = [...begun];
  for (const work of works) work.resolve();
  await Promise.all([all[0], all[2], all[3]]);

  expect(atFirst).toEqual([0, 1]);
  expect(afterOne).toEqual([0, 1, 2]);
  expect(begun).toEqual([0, 1, 2, 3]);
});
