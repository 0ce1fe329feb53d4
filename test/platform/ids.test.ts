import { describe, expect, it } from 'vitest';
import { freshSource, repeatable, seededSource } from '../../lambdas/platform/ids.ts';

const AT = new Date('2026-02-03T04:05:06.789Z');
const take = (seed: string) => {
  const { newId, randomBytes, now } = seededSource(seed, AT);
  return [newId(), newId(), randomBytes(32).toString('hex'), newId(), now().toISOString()];
};

it('repeatable draws the same ids and secrets in each attempt, and further ones if an attempt draws more', () => {
  const attempt = repeatable(freshSource(() => AT));
  const draw = (count: number) => {
    const { newId, randomBytes } = attempt();
    return Array.from({ length: count }, () => [newId(), randomBytes(32).toString('hex')]);
  };

  const [first, second] = [draw(1), draw(2)];

  expect(second[0]).toEqual(first[0]);
  expect(draw(2)).toEqual(second);
  expect(second[1]).not.toEqual(second[0]);
});

describe('seededSource', () => {
  it('returns the same time, ids and secrets for the same seed, and others for another', () => {
    expect(take('one')).toEqual(take('one'));
    expect(take('two')).not.toEqual(take('one'));
  });

  it('returns distinct ids of version 7 that sort in order, at the given time', () => {
    const { newId } = seededSource('seed', AT);
    const ids = Array.from({ length: 100 }, newId);

    expect(new Set(ids).size).toBe(100);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBe(AT.getTime());
  });
});
