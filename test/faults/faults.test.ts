import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeFailures, runSeed } from './run-seed.ts';
import { startWorld, type World } from './world.ts';

/** The share of requests, invocations, batches and messages that fail. */
const RATE = 0.05;

/** The number of seeds, and the first of them. */
const SEEDS = Number(process.env.FAULT_SEEDS ?? 3);
const FIRST = Number(process.env.FIRST_FAULT_SEED ?? 1);

let world: World;

beforeAll(async () => {
  // The runtime reports each request that a cut invocation leaves without an answer.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  world = await startWorld();
});
afterAll(() => world.close());

it('calls, purchases and deliveries while AWS fails are neither lost nor done twice under random seeds', {
  timeout: SEEDS * 60_000,
}, async () => {
  const reports: string[] = [];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const run = { seed, rate: RATE };
    const failures = await runSeed(world, run);
    if (failures.size > 0) reports.push(describeFailures(world, run, failures));
  }

  expect(reports).toEqual([]);
});
