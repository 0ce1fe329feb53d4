import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, inject, it } from 'vitest';
import { production } from '../../../lib/config/production.ts';
import { secretName } from '../../../lib/constructs/vendor-secrets.ts';
import { giveNumber, makeAccount, tellCarrier } from '../../support/numbers.ts';
import { makeAgent, newNumber, placeCall } from '../../support/scene.ts';
import { Api, getJson, until } from '../../support/service/api.ts';
import { startOwnService } from '../../support/service/own-service.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

/** The first words that the caller of a number hears. */
async function greetingOf(number: string): Promise<string> {
  const placed = await fetch(`${connection.carrier_url}/simulator/calls`, {
    method: 'POST',
    body: JSON.stringify({
      from: newNumber(),
      to: number,
      callee: { script: [{ say: 'hello' }, { hang_up: true }] },
    }),
  });
  const { sid } = (await placed.json()) as { sid: string };
  const call = await until('the end of the call', async () => {
    const found = await getJson(`${connection.carrier_url}/simulator/calls/${sid}`);
    return found.finished ? found : { waitingFor: found.status };
  });
  return call.transcript[0]?.text ?? 'nothing';
}

it('a user changes the auth token of their account, and no call is lost before or after the vendor does', async () => {
  const { agent } = await makeAgent(api, { prompt: 'SPEC-ROTATION', initialMessage: 'Good day.' });
  const account = await makeAccount(connection, api);
  const number = await giveNumber(connection, account.sid);
  await api.created('/v1/numbers/link', {
    phone_number: number,
    telephony_account_connection: account.connection.id,
    inbound_agent: agent.id,
  });
  const heard = [await greetingOf(number)];

  // The vendor's console does the same: a secondary token works for its API at once, and signs once it is promoted.
  const path = `accounts/${account.sid}`;
  await tellCarrier(connection, path, { auth_token: account.token, secondary_auth_token: 'the new token' });
  const credentials = { telephony_account_sid: account.sid, telephony_auth_token: 'the new token' };
  const updated = await api.post(`/v1/account_connections/update?id=${account.connection.id}`, {
    credentials,
  });
  heard.push(await greetingOf(number));
  await tellCarrier(connection, path, { auth_token: 'the new token' });
  heard.push(await greetingOf(number));
  await tellCarrier(connection, path, { auth_token: 'a token that nobody told us' });
  heard.push(await greetingOf(number));

  expect(updated.status).toBe(200);
  expect(JSON.stringify(updated.body)).not.toContain(account.token);
  const OUTAGE = expect.stringContaining('a technical problem');
  expect(heard).toEqual(['Good day.', 'Good day.', 'Good day.', OUTAGE]);
});

it('the operator changes the auth token of the platform’s account while calls are dialled, and none is lost', async () => {
  const own = await startOwnService({ CALLS_PER_SECOND: '100' });
  const client = new SecretsManagerClient({
    endpoint: own.connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  try {
    const { agent } = await makeAgent(own.api);
    const callee = { answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }] };
    const place = async () => (await placeCall(own.connection, own.api, { agent: agent.id, callee })).call;
    const placeMany = () => Promise.all(Array.from({ length: 10 }, place));
    const sid = `AC${'0'.repeat(32)}`;
    const path = `accounts/${sid}`;

    // Each container that dials caches the former token.
    const before = await Promise.all((await placeMany()).map(({ id }) => own.api.finishedCall(id)));
    await tellCarrier(own.connection, path, { auth_token: 'token', secondary_auth_token: 'the new token' });
    const SecretString = JSON.stringify({ account_sid: sid, auth_token: 'the new token' });
    const SecretId = secretName(production, 'telephony');
    await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
    const meanwhile = await placeMany();
    await tellCarrier(own.connection, path, { auth_token: 'the new token' });
    const after = await placeMany();
    const finished = await Promise.all([...meanwhile, ...after].map(({ id }) => own.api.finishedCall(id)));

    const statuses = [...before, ...finished].map(({ status, error_message }) => error_message ?? status);
    expect(statuses).toEqual(Array(30).fill('ended'));
  } finally {
    client.destroy();
    await own.close();
  }
}, 120_000);
