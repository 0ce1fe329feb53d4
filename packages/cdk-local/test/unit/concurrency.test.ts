import { describe, expect, it } from 'vitest';
import { createConcurrency } from '../../src/functions/concurrency.ts';

const fn = (name: string, reservedConcurrency?: number) => ({ name, arn: name, reservedConcurrency });

const of = (account: number) => ({ account, containers: 1000 });

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
describe('the concurrency of an account', () => {
  it('is shared by the functions without a reservation', () => {
    const { enter } = createConcurrency([fn('a'), fn('b')], of(2));

    const leave = enter('a');
    const admitted = [enter('b'), enter('a'), enter('b')].map(Boolean);
    leave?.();

    expect(admitted).toEqual([true, false, false]);
    expect(enter('b')).toBeDefined();
    expect(enter('a')).toBeUndefined();
  });

  it('is reduced by reservations, which protect and cap a function', () => {
    const { enter } = createConcurrency([fn('a', 2), fn('b')], of(102));

    const ofOthers = Array.from({ length: 101 }, () => enter('b')).filter(Boolean);
    const reserved = Array.from({ length: 3 }, () => enter('a')).filter(Boolean);

    expect(ofOthers).toHaveLength(100);
    expect(reserved).toHaveLength(2);
  });

  it('stops a function that reserves nothing', () => {
    expect(createConcurrency([fn('a', 0)], of(1000)).enter('a')).toBeUndefined();
  });

  it('is not taken by what waits for the machine', () => {
    const { enter } = createConcurrency([fn('a'), fn('b'), fn('c', 3)], { account: 103, containers: 2 });

    const many = (name: string) => Array.from({ length: 60 }, () => enter(name));
    const leaves = [...many('a'), ...many('b'), ...many('c')];
    const admitted = leaves.filter(Boolean).length;
    for (const leave of leaves) leave?.();

    expect(admitted).toBe(180);
    expect(many('a').filter(Boolean)).toHaveLength(60);
  });

  it('refuses a reservation that leaves fewer than 100 to the others', () => {
    expect(() => createConcurrency([fn('a', 500), fn('b', 400)], of(1000))).not.toThrow();
    expect(() => createConcurrency([fn('a', 500), fn('b', 401)], of(1000))).toThrow(
      "Specified ReservedConcurrentExecutions for function b decreases account's UnreservedConcurrentExecution below its minimum value of [100].",
    );
  });
});
