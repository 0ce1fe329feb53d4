import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Neighbours, neighboursOf } from '../../support/neighbours/neighbours.ts';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

/** Low, so that a machine of any speed can exceed it. The user's budget is that of one token. */
const BUDGET = { perSecond: 2, atOnce: 4 };
const VARIABLES = {
  TOKEN_REQUESTS_PER_SECOND: String(BUDGET.perSecond),
  TOKEN_REQUESTS_AT_ONCE: String(BUDGET.atOnce),
  USER_REQUESTS_PER_SECOND: String(BUDGET.perSecond),
  USER_REQUESTS_AT_ONCE: String(BUDGET.atOnce),
};

/** Requests of the attacker to each operation: ten times the rate of a second. */
const FLOOD = 10 * BUDGET.perSecond;
/** How often the attacker floods an operation until a request is refused. */
const MOST_WAVES = 5;
/** Milliseconds between two requests of the victim, within the budget. */
const CALM_MS = 1200 / BUDGET.perSecond;

let service: OwnService;
let neighbours: Neighbours;
let calmAt = 0;

beforeAll(async () => {
  service = await startOwnService(VARIABLES);
  neighbours = neighboursOf(service.connection);
}, 120_000);

afterAll(() => service.close());

/** An empty request: the budget is checked before its faults. */
const bare = ({ method, path }: Operation, user: Neighbours['victim']) =>
  user.api.send(path, { method, redirect: 'manual', ...(method === 'POST' && { body: '{}' }) });

/** The same within the budget. */
async function calmly(operation: Operation, user: Neighbours['victim']): Promise<void> {
  await wait(Math.max(0, calmAt - Date.now()));
  calmAt = Date.now() + CALM_MS;
  await bare(operation, user);
}

describe('a user who sends ten times the permitted requests', () => {
  it.each(operations)('is refused, and another user is not: $id', async (operation) => {
    const { attacker, victim } = neighbours;
    const before = attacker.api.seen.length;
    const refused = () => attacker.api.seen.slice(before).filter(({ status }) => status === 429);
    const flood = () => Promise.all(Array.from({ length: FLOOD }, () => bare(operation, attacker)));

    const calm = calmly(operation, victim);
    // A busy machine starts the function for so long that the first requests are no flood.
    for (let waves = 0; waves < MOST_WAVES && refused().length === 0; waves++) await flood();
    await calm;

    const refusals = refused();
    expect(victim.api.disturbances()).toEqual([]);
    expect(attacker.api.failures()).toEqual([]);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { retryAfter } of refusals) expect(retryAfter).toMatch(/^[1-9]\d*$/);
  });
});
