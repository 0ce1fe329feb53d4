import { describe, expect, it } from 'vitest';
import { createFaultPlan, type FaultSetting } from '../../src/faults/fault-plan.ts';

/** The occurrences that are hit, of each of these subjects, and how. */
function hits(setting: FaultSetting, subjects: readonly string[]): string[] {
  const plan = createFaultPlan(setting);
  return subjects.flatMap((subject) => {
    const drawn = plan.draw(subject);
    return drawn ? [`${subject} ${drawn.occurrence} ${drawn.pick(['a', 'b', 'c'], 0)}`] : [];
  });
}

const thousandOf = (subject: string) => Array.from({ length: 1000 }, () => subject);

describe('a plan of faults', () => {
  it('is the same for the same seed, whatever else occurs in between', () => {
    const setting = { seed: 7, rate: 0.1 };
    const mixed = thousandOf('read').flatMap((read) => [read, 'write']);

    const alone = hits(setting, thousandOf('read'));
    const together = hits(setting, mixed).filter((hit) => hit.startsWith('read'));

    expect(alone.length).toBeGreaterThan(0);
    expect(together).toEqual(alone);
  });

  it('differs for another seed', () => {
    expect(hits({ seed: 7, rate: 0.1 }, thousandOf('read'))).not.toEqual(
      hits({ seed: 8, rate: 0.1 }, thousandOf('read')),
    );
  });

  it('hits about the share of its rate, and at a higher rate the same occurrences and further ones', () => {
    const few = hits({ seed: 1, rate: 0.05 }, thousandOf('read'));
    const many = hits({ seed: 1, rate: 0.5 }, thousandOf('read'));

    expect(few.length).toBeGreaterThan(25);
    expect(few.length).toBeLessThan(80);
    expect(many).toEqual(expect.arrayContaining(few));
  });
});
