import { until } from '../support/service/api.ts';
import type { Deed } from './scenarios/scenario.ts';
import type { World } from './world.ts';

/** The counted use of a user, by quota. */
export type Use = ReadonlyMap<string, number>;

/**
 * Quotas whose counts follow from the user's actions at all times. A crash leaves those of calls too high, until they are
 * set right when a user is refused: see decision 0097.
 */
const COUNTED = ['agents', 'actions', 'webhooks', 'own_numbers', 'numbers'];

/** The present use of the user. */
export async function useOf({ client }: World): Promise<Use> {
  const { body } = await client.get('/v1/usage');
  return new Map(
    body.quotas.map(({ name, used }: { name: string; used: number }): [string, number] => [name, used]),
  );
}

/** Waits until the counts match the actions. */
export async function checkUse(world: World, before: Use, deeds: readonly Deed[]): Promise<void> {
  const expected = COUNTED.map((name) => {
    const more = deeds.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
    return `${name} ${(before.get(name) ?? 0) + more}`;
  });
  await until(`the use to be ${expected.join(', ')}`, async () => {
    const now = await useOf(world);
    const found = COUNTED.map((name) => `${name} ${now.get(name)}`);
    return found.join() === expected.join() ? true : { waitingFor: found.join(', ') };
  });
}
