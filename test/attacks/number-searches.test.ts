// Users search for numbers in a loop, which keeps the vendor account busy that the calls of all users need.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../support/numbers.ts';
import type { Answer } from '../support/service/api.ts';
import { newUser } from '../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

const [OF_USER, OF_PLATFORM] = [4, 8];

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({
    NUMBER_SEARCHES_PER_MINUTE: String(OF_USER),
    PLATFORM_NUMBER_SEARCHES_PER_MINUTE: String(OF_PLATFORM),
  });
}, 240_000);
afterAll(() => service.close());

const SEARCH = '/v1/numbers/search?area_code=415';

const found = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;

/** How many more a limit of a minute has allowed since a time, on a slow machine: one every 15 seconds at 4 a minute. */
const refilled = (perMinute: number, since: number) =>
  Math.floor((performance.now() - since) / (60_000 / perMinute));

it('a loop of searches ends after a few of one user, and after more of many users, whose own accounts stay usable', {
  timeout: 120_000,
}, async () => {
  const { connection } = service;
  const [first, ...crowd] = await Promise.all(
    Array.from({ length: 4 }, () => newUser(connection, 'production')),
  );
  const { connection: own } = await makeAccount(connection, crowd[0]!);

  const begun = performance.now();
  const loop = await Promise.all(Array.from({ length: 12 }, () => first!.get(SEARCH)));
  const moreOfUser = refilled(OF_USER, begun);
  const inTurn = crowd.map((user) =>
    Promise.all(Array.from({ length: OF_USER - 1 }, () => user.get(SEARCH))),
  );
  const many = (await Promise.all(inTurn)).flat();
  const moreOfPlatform = refilled(OF_PLATFORM, begun);
  const ownAccount = await crowd[0]!.get(`${SEARCH}&telephony_account_connection=${own.id}`);
  const bought = await first!.post('/v1/numbers/buy', { phone_number: '+14155550100', inbound_agent: null });

  expect(found(loop)).toBeGreaterThanOrEqual(OF_USER);
  expect(found(loop)).toBeLessThanOrEqual(OF_USER + moreOfUser);
  // Each of the crowd stays below the user's limit.
  expect(found([...loop, ...many])).toBeGreaterThanOrEqual(OF_PLATFORM);
  expect(found([...loop, ...many])).toBeLessThanOrEqual(OF_PLATFORM + moreOfPlatform);
  for (const { status, body, headers } of [...loop, ...many].filter((answer) => answer.status !== 200)) {
    expect([status, body.detail[0].type]).toEqual([429, 'too_many_number_searches']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60 / OF_USER);
  }
  expect([ownAccount.status, bought.status]).toEqual([200, 200]);
});

it('a loop of purchases that find nothing ends after a few, and purchases that succeed are not counted', {
  timeout: 120_000,
}, async () => {
  const user = await newUser(service.connection, 'production');
  const buy = (phone_number: string) => user.post('/v1/numbers/buy', { phone_number, inbound_agent: null });

  const bought = await buy('+14175550100');
  const begun = performance.now();
  const loop = await Promise.all(Array.from({ length: 12 }, () => buy('+18005550100')));
  const more = refilled(OF_USER, begun);

  expect(bought.status).toBe(200);
  const refusals = loop.map(({ status, body }) => `${status} ${body.detail[0].type}`);
  const vain = refusals.filter((refusal) => refusal === '422 number_not_for_sale').length;
  expect(vain).toBeGreaterThanOrEqual(OF_USER);
  expect(vain).toBeLessThanOrEqual(OF_USER + more);
  expect(refusals.filter((refusal) => refusal === '429 too_many_number_searches')).toHaveLength(12 - vain);
});
