// A stranger invents an account at the telephony vendor, and signs callbacks with its token.
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallbackKind } from '../../lambdas/callbacks/callback-urls.ts';
import { newId } from '../../lambdas/runtime/ids.ts';
import { createCall } from '../../lambdas/store/calls/calls.ts';
import { createRecords } from '../../lambdas/store/records/records.ts';
import { recordKey } from '../../lambdas/store/table/keys.ts';
import { type Table, tableOf } from '../../lambdas/store/table/table.ts';
import { giveNumber, makeAccount, tellCarrier } from '../support/numbers.ts';
import { makeAgent, newNumber } from '../support/scene.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { tableClient } from '../support/service/table-client.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { callUrl, numberUrl } from '../support/vendor-urls.ts';

let service: OwnService;
let table: Table;
let userId: string;

beforeAll(async () => {
  service = await startOwnService({ FAILED_CHECKS_PER_MINUTE: '1000' });
  const found = service.runtime.resources.find(({ type }) => type === 'AWS::DynamoDB::Table');
  table = tableOf(tableClient(service.connection), found?.ref ?? '');
  userId = (await makeAgent(service.api)).agent.user_id;
}, 120_000);

afterAll(async () => {
  table.client.destroy();
  await service.close();
});

const TYPE = 'account_connection_telephony' as const;
const newSid = () => `AC${randomUUID().replaceAll('-', '')}`;
const bodyOf = (telephony_account_sid: string, telephony_auth_token: string) => ({
  type: TYPE,
  credentials: { telephony_account_sid, telephony_auth_token },
});

const create = (body: object) => service.api.post('/v1/account_connections/create', body);
const countConnections = async () =>
  (await service.api.get('/v1/account_connections/list')).body.total as number;
const refusalOf = ({ body, status }: Awaited<ReturnType<typeof create>>) => ({
  status,
  faults: body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`),
});

describe('an account connection', () => {
  it.each([
    ['nobody has the account', newSid(), 'made-up', 'telephony_auth_token telephony_credentials_refused'],
    [
      'the token is wrong',
      `AC${'0'.repeat(32)}`,
      'wrong',
      'telephony_auth_token telephony_credentials_refused',
    ],
    ['the SID is none', 'AC1', 'made-up', 'telephony_account_sid wrong_format'],
    ['the SID is a path', `../Accounts/AC${'0'.repeat(32)}`, 'token', 'telephony_account_sid wrong_format'],
  ])('is not stored if %s', async (_, sid, token, fault) => {
    const before = await countConnections();

    const answer = await create(bodyOf(sid, token));

    expect(refusalOf(answer)).toEqual({ status: 422, faults: [`body.credentials.${fault}`] });
    expect(JSON.stringify(answer.body)).not.toContain('made-up');
    expect(await countConnections()).toBe(before);
  });

  it.each(['suspended', 'closed'])('is not stored if the account is %s', async (status) => {
    const sid = newSid();
    await tellCarrier(service.connection, `accounts/${sid}`, { auth_token: 'right', status });

    const answer = await create(bodyOf(sid, 'right'));

    expect(refusalOf(answer)).toEqual({
      status: 422,
      faults: ['body.credentials.telephony_auth_token telephony_account_inactive'],
    });
  });

  it.each([
    'hang',
    'throttle',
    'fail',
    'lose-answer',
  ])('is not stored if the vendor does not confirm it: %s', async (requests) => {
    const sid = newSid();
    await tellCarrier(service.connection, `accounts/${sid}`, { auth_token: 'right' });
    await tellCarrier(service.connection, 'faults', { account_sid: sid, requests });
    const before = await countConnections();
    const begun = Date.now();
    const headers = { 'idempotency-key': sid };
    const body = JSON.stringify(bodyOf(sid, 'right'));
    const send = () => service.api.send('/v1/account_connections/create', { method: 'POST', headers, body });

    const answer = await send();
    const tookMs = Date.now() - begun;
    const count = await countConnections();
    await tellCarrier(service.connection, 'faults', { account_sid: sid });
    const repeated = await send();

    expect(refusalOf(answer)).toEqual({ status: 502, faults: [' telephony_unverified'] });
    expect(answer.body.detail[0].msg).toMatch(/nothing was stored/);
    // The vendor has eight seconds; API Gateway has no answer of its own before 29.
    expect(tookMs).toBeLessThan(25_000);
    expect([count, repeated.status]).toEqual([before, 200]);
  });

  it('keeps its credentials if the vendor refuses the new ones', async () => {
    const { sid, token, connection } = await makeAccount(service.connection, service.api);
    const update = (credentials: object) =>
      service.api.post(`/v1/account_connections/update?id=${connection.id}`, { credentials });

    const refused = await update({ telephony_account_sid: sid, telephony_auth_token: 'wrong' });
    const kept = await service.api.get(`/v1/account_connections?id=${connection.id}`);
    await tellCarrier(service.connection, `accounts/${sid}`, { auth_token: 'renewed' });
    const renewed = await update({ telephony_account_sid: sid, telephony_auth_token: 'renewed' });

    expect(refusalOf(refused)).toEqual({
      status: 422,
      faults: ['body.credentials.telephony_auth_token telephony_credentials_refused'],
    });
    expect(kept.body.credentials).toEqual({ telephony_account_sid: sid, telephony_auth_token: token });
    expect(renewed).toMatchObject({
      status: 200,
      body: { credentials: { telephony_auth_token: 'renewed' } },
    });
  });
});

/** Posts a callback signed with a token. */
async function post(url: string, form: Record<string, string>, token: string) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'x-twilio-signature': getExpectedTwilioSignature(token, url, form) },
  });
  return `${response.status} ${await response.text()}`;
}

const SID = `CA${'1'.repeat(32)}`;

const NEWS: readonly (readonly [CallbackKind, Record<string, string>])[] = [
  ['answer', { CallStatus: 'in-progress' }],
  ['status', { CallStatus: 'ringing' }],
  ['status', { CallStatus: 'in-progress' }],
  ['status', { CallStatus: 'completed', CallDuration: '9' }],
  ['status', { CallStatus: 'busy' }],
  ['machine-detection', { AnsweredBy: 'machine_start' }],
  ['recording', { RecordingSid: `RE${'1'.repeat(32)}`, RecordingStatus: 'completed' }],
  ['relay-ended', { SessionId: 'VX1', SessionStatus: 'failed', CallStatus: 'in-progress' }],
  ['relay-ended', { SessionId: 'VX1', SessionStatus: 'ended', HandoffData: '{"action_id":"x"}' }],
  ['transfer-status', { CallStatus: 'in-progress' }],
  ['transfer-status', { ConferenceSid: `CF${'1'.repeat(32)}` }],
  ['transfer-ended', { CallStatus: 'in-progress', DialCallStatus: 'busy' }],
  ['transfer-whisper', { CallStatus: 'in-progress' }],
  ['transfer-key', { CallStatus: 'in-progress', Digits: '1' }],
];

describe('a call that was never dialled', () => {
  it.each(NEWS)('is unchanged after a signed callback: %s %o', async (kind, form) => {
    const connection = await madeUpConnection();
    const call = storedCall({
      user_id: userId,
      telephony_account_connection: connection.id,
      scheduled_at: '2100-01-01T00:00:00.000Z',
      settle_at: '2100-01-01T00:15:00.000Z',
      on_no_human_answer: 'hangup',
    });
    await createCall(table, call);
    const before = await itemOf(call.id);

    const answer = await post(callUrl(service.connection, call, kind), { CallSid: SID, ...form }, 'made-up');

    const news = ['status', 'machine-detection', 'recording', 'transfer-status'];
    const expected = news.includes(kind) ? /^200 [\s\S]*<Response\s*\/>$/ : /^200 [\s\S]*<Hangup\/>/;
    expect(answer).toMatch(expected);
    expect(await itemOf(call.id)).toEqual(before);
  });
});

/** A connection stored before credentials were verified. */
async function madeUpConnection() {
  const record = {
    ...bodyOf(newSid(), 'made-up'),
    id: newId(),
    user_id: userId,
    steering_pool: [],
    account_supports_any_caller_id: true,
  };
  await createRecords(table, [{ kind: 'account_connection', record }]);
  return record;
}

async function itemOf(id: string) {
  const Key = recordKey(userId, 'call', id);
  return (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
}

describe('a call to a number', () => {
  async function linked() {
    const account = await makeAccount(service.connection, service.api);
    const { agent } = await makeAgent(service.api);
    const number = await service.api.created('/v1/numbers/link', {
      phone_number: await giveNumber(service.connection, account.sid),
      telephony_account_connection: account.connection.id,
      inbound_agent: agent.id,
    });
    const url = numberUrl(service.connection, number, 'incoming');
    return { account, number, url };
  }
  const callsTo = async (number: string) =>
    (await service.api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`)).body.length;

  it("is refused if an account other than the number's has signed", async () => {
    const { url, number } = await linked();
    const other = await makeAccount(service.connection, service.api);

    const answer = await post(url, { CallSid: SID, From: newNumber() }, other.token);

    expect(answer).toMatch(/^403 /);
    expect(await callsTo(number.number)).toBe(0);
  });

  it('is not answered if the number was cancelled', async () => {
    const { url, number, account } = await linked();
    await service.api.post(`/v1/numbers/cancel?phone_number=${encodeURIComponent(number.number)}`);

    const answer = await post(url, { CallSid: SID, From: newNumber() }, account.token);

    expect(answer).toMatch(/^200 [\s\S]*<Hangup\/>/);
    expect(answer).not.toContain('ConversationRelay');
    expect(await callsTo(number.number)).toBe(0);
  });
});
