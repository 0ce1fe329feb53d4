import type { World } from '../world.ts';

/** The result of a user's actions. */
export interface Deed {
  /** The amounts by which they raise the counts of these quotas when everything is over. */
  readonly counts: Readonly<Record<string, number>>;
  /** Checks the invariants. */
  readonly check: () => Promise<unknown>;
}

/** The actions of a user while faults occur. */
export type Scenario = (world: World) => Promise<Deed>;
