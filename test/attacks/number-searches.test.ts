// Users search for numbers in a loop, which keeps the vendor account busy that the calls of all users need.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../support/numbers.ts';
import type { Answer } from '../support/service/api.ts';
import { newUser } from '../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

/** One more is allowed after 15 seconds, and after 7.5 on the platform's account: long after a loop of the test. */
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

it('a loop of searches ends after a few of one user, and after more of many users, whose own accounts stay usable', {
  timeout: 120_000,
}, async () => {
  const { connection } = service;
  const [first, ...crowd] = await Promise.all(
    Array.from({ length: 4 }, () => newUser(connection, 'production')),
  );
  const { connection: own } = await makeAccount(connection, crowd[0]!);

  const loop = await Promise.all(Array.from({ length: 12 }, () => first!.get(SEARCH)));
  const inTurn = crowd.map((user) =>
    Promise.all(Array.from({ length: OF_USER - 1 }, () => user.get(SEARCH))),
  );
  const many = (await Promise.all(inTurn)).flat();
  const ownAccount = await crowd[0]!.get(`${SEARCH}&telephony_account_connection=${own.id}`);
  const bought = await first!.post('/v1/numbers/buy', { phone_number: '+14155550100', inbound_agent: null });

  expect(found(loop)).toBe(OF_USER);
  // Each of the crowd stays below the user's limit.
  expect(found(many)).toBe(OF_PLATFORM - OF_USER);
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
  const loop = await Promise.all(Array.from({ length: 12 }, () => buy('+18005550100')));

  expect(bought.status).toBe(200);
  const refusals = loop.map(({ status, body }) => `${status} ${body.detail[0].type}`).sort();
  expect(refusals).toEqual([
    ...Array.from({ length: OF_USER }, () => '422 number_not_for_sale'),
    ...Array.from({ length: 12 - OF_USER }, () => '429 too_many_number_searches'),
  ]);
});
