import { realTime } from 'cdk-local/clock/install-clock.ts';
import { batch } from './scenarios/batch.ts';
import { callWithActions } from './scenarios/call.ts';
import { deliveries } from './scenarios/deliveries.ts';
import { purchase } from './scenarios/purchase.ts';
import type { Deed, Scenario } from './scenarios/scenario.ts';
import { scheduledCall } from './scenarios/scheduled.ts';
import { checkUse, useOf } from './usage.ts';
import type { World } from './world.ts';

/** The scenarios that run under each seed, all at once. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  call: callWithActions,
  batch,
  purchase,
  deliveries,
  scheduled: scheduledCall,
};

/** The faults and the scenarios of a run. */
export interface SeedRun {
  readonly seed: number;
  readonly rate: number;
}

/** Describes the failures under a seed, and how to repeat them. */
export function describeFailures(
  world: World,
  { seed }: SeedRun,
  failures: ReadonlyMap<string, Error>,
): string {
  // The end of a long report is what is read first.
  return [
    `The faults of seed ${seed}:\n${world.logOfFaults(seed).join('\n')}`,
    ...[...failures].map(([name, { message }]) => `Seed ${seed}, ${name}: ${message}`),
    `Repeat it: FIRST_FAULT_SEED=${seed} FAULT_SEEDS=1 npm run test:slow -- test/faults`,
  ].join('\n');
}

/** Real milliseconds for which faults continue after the users have acted. */
const STORM_MS = 4_000;

/**
 * Runs the scenarios under the faults of a seed. The faults stop some time after the users have acted; the invariants
 * must hold afterwards. Returns the failures, by scenario.
 */
export async function runSeed(world: World, { seed, rate }: SeedRun): Promise<Map<string, Error>> {
  const failures = new Map<string, Error>();
  const fail = (name: string) => (error: unknown) => {
    failures.set(name, error instanceof Error ? error : new Error(String(error)));
    return undefined;
  };
  const before = await useOf(world);
  world.runtime.useFaults({ seed, rate });
  const attempts = await Promise.all(
    Object.entries(SCENARIOS).map(async ([name, scenario]) => ({
      name,
      deed: await scenario(world).catch(fail(name)),
    })),
  );
  const calm = realTime.setTimeout(() => world.runtime.useFaults(undefined), STORM_MS);
  await Promise.all(attempts.map(({ name, deed }) => deed?.check().catch(fail(name))));
  clearTimeout(calm);
  world.runtime.useFaults(undefined);
  const deeds: Deed[] = attempts.flatMap(({ deed }) => deed ?? []);
  if (failures.size === 0) await checkUse(world, before, deeds).catch(fail('usage'));
  return failures;
}
