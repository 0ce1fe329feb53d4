import { setTimeout as wait } from 'node:timers/promises';
import type { Neighbours, WatchedUser } from '../../test/support/neighbours/neighbours.ts';
import { makeAgent, newNumber, setCallee } from '../../test/support/scene.ts';
import type { Compared } from './compare.ts';

/** Calls of the attacker that wait for reconciliation before the victim's. */
export const LOST_CALLS = 100;
/** A call without any callback. */
const LOST = { answer: 'busy', ring_ms: 0, callback_delay_ms: 3_600_000 };
const POLL_MS = 100;
/** Reconciliation runs every minute. */
const PATIENCE_MS = 15 * 60_000;

/** Measures how long a victim's call without callbacks waits: behind none of the attacker's calls, and behind many. */
export async function compareReconciliation({ attacker, victim }: Neighbours): Promise<Compared> {
  const [lose, loseMany] = [await loser(victim), await loser(attacker)];
  // Each begins after the previous one was reconciled, so that all have the same part of a minute to wait.
  await lose(1);
  const quiet = await timed(() => lose(1));
  const beside = await timed(async () => {
    await loseMany(LOST_CALLS, { awaited: false });
    await lose(1);
  });
  const failures = victim.api.disturbances().map(({ request, status }) => `${request}: ${status}`);
  return { name: 'reconciliation', quiet: [quiet], beside: [beside], failures, sent: LOST_CALLS };
}

/** Places calls without callbacks, and waits until the last of them is reconciled. */
async function loser({ api, connection }: WatchedUser) {
  const to_number = newNumber();
  await setCallee(connection, to_number, LOST);
  const { agent } = await makeAgent(api);
  return async (calls: number, { awaited = true } = {}): Promise<void> => {
    const recipients = Array.from({ length: calls }, () => ({ to_number }));
    const body = { from_number: connection.phone_number, agent: agent.id, recipients };
    const { results } = await api.created('/v1/calls/batch', body);
    if (!awaited) return;
    const { id } = results.at(-1);
    const deadline = Date.now() + PATIENCE_MS;
    while ((await api.get(`/v1/calls?id=${id}`)).body.status !== 'error') {
      if (Date.now() > deadline) throw new Error(`Call ${id} was not reconciled.`);
      await wait(POLL_MS);
    }
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
