import { describe, expect, it } from 'vitest';
import { chooseVersion, type VersionSplit } from '../../../lambdas/agents/model/version-split.ts';

const AGENT = '01890a5d-ac96-774b-bcce-b302099a8021';
const PARTIES = Array.from({ length: 4000 }, (_, index) => `+1555${1_000_000 + index}`);

const chosenBy = (split: VersionSplit, agentId = AGENT) =>
  PARTIES.map((party) => chooseVersion(split, { agentId, party }));
const shareOf = (version: number, chosen: readonly unknown[]) =>
  chosen.filter((each) => each === version).length / chosen.length;

describe('the version of a split', () => {
  it('is distributed by weight', () => {
    const chosen = chosenBy([
      { version: 1, weight: 1 },
      { version: 2, weight: 2 },
      { version: 3, weight: 7 },
    ]);

    expect(shareOf(1, chosen)).toBeCloseTo(0.1, 1);
    expect(shareOf(2, chosen)).toBeCloseTo(0.2, 1);
    expect(shareOf(3, chosen)).toBeCloseTo(0.7, 1);
  });

  it('changes for as few parties as the weights require, and only to the version that gains', () => {
    const before = chosenBy([
      { version: 1, weight: 90 },
      { version: 2, weight: 10 },
    ]);
    const after = chosenBy([
      { version: 1, weight: 90 },
      { version: 2, weight: 30 },
    ]);

    const moved = after.filter((version, index) => version !== before[index]);
    expect(new Set(moved)).toEqual(new Set([2]));
    // From 10 to 25 %.
    expect(moved.length / PARTIES.length).toBeCloseTo(0.15, 1);
  });

  it('stays the same for everyone whose version remains, when another one is removed', () => {
    const before = chosenBy([
      { version: 1, weight: 1 },
      { version: 2, weight: 1 },
      { version: 3, weight: 1 },
    ]);
    const after = chosenBy([
      { version: 1, weight: 1 },
      { version: 3, weight: 1 },
    ]);

    const moved = before.filter((version, index) => version !== after[index]);
    expect(new Set(moved)).toEqual(new Set([2]));
  });

  it('of one agent does not predict that of another agent, so that callers cannot pick numbers to get a version', () => {
    const split = [
      { version: 1, weight: 1 },
      { version: 2, weight: 1 },
    ];
    const one = chosenBy(split);
    const other = chosenBy(split, '01890a5d-ac96-774b-bcce-b302099a8022');

    const same = one.filter((version, index) => version === other[index]).length / one.length;
    expect(same).toBeCloseTo(0.5, 1);
  });
});
