import { expect, it } from 'vitest';
import { limitConcurrency } from '../../src/functions/concurrency-limit.ts';

it('runs two pieces of work at a time, and the others in order of arrival', async () => {
  const limited = limitConcurrency(2);
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = works.map((work, index) =>
    limited(() => {
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
