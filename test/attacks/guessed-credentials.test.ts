// A user guesses credentials of telephony accounts, and keeps the vendor busy with it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../support/numbers.ts';
import type { Answer } from '../support/service/api.ts';
import { newUser } from '../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

/** One more is allowed after 30 seconds: long after the test. */
const PER_MINUTE = 2;

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({ FAILED_CHECKS_PER_MINUTE: String(PER_MINUTE) });
}, 240_000);
afterAll(() => service.close());

const guess = () => ({
  telephony_account_sid: `AC${randomUUID().replaceAll('-', '')}`,
  telephony_auth_token: 'made-up',
});

const typesOf = (answers: readonly Answer[]) => {
  const types = answers.map(({ status, body }) => `${status} ${body.detail?.[0].type ?? 'stored'}`);
  return Object.fromEntries(
    [...Map.groupBy(types, (type) => type)].map(([type, { length }]) => [type, length]),
  );
};

it('a loop of guesses ends after a few a minute, at creation and at change, and leaves other users theirs', {
  timeout: 120_000,
}, async () => {
  const { connection } = service;
  const [attacker, victim] = [
    await newUser(connection, 'production'),
    await newUser(connection, 'production'),
  ];
  // Checks that succeed are not counted, however many there are.
  const own = await Promise.all(
    [attacker, victim].map(async (api) => {
      const made = [];
      for (let count = 0; count < PER_MINUTE + 2; count++) made.push(await makeAccount(connection, api));
      return made;
    }),
  );
  const [theirs, victims] = own.map(([first]) => first!);
  const path = '/v1/account_connections';
  const type = 'account_connection_telephony';
  const create = () => attacker.post(`${path}/create`, { type, credentials: guess() });
  const change = () => attacker.post(`${path}/update?id=${theirs!.connection.id}`, { credentials: guess() });

  const answers = await Promise.all([create, change].flatMap((send) => Array.from({ length: 6 }, send)));
  const others = await victim.post(`${path}/update?id=${victims!.connection.id}`, {
    credentials: { telephony_account_sid: victims!.sid, telephony_auth_token: victims!.token },
  });

  expect(typesOf(answers)).toEqual({
    '422 telephony_credentials_refused': PER_MINUTE,
    '429 too_many_failed_checks': 12 - PER_MINUTE,
  });
  for (const { headers } of answers.filter(({ status }) => status === 429)) {
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60 / PER_MINUTE);
  }
  expect(others.status).toBe(200);
});
