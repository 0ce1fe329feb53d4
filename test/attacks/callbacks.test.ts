// Strangers, invented accounts and a vendor that sends nonsense post callbacks.
import type { AwsRequestRecord } from 'cdk-local/aws/protocol/aws-request.ts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallbackKind } from '../../lambdas/calls/callback-urls.ts';
import { insertCall } from '../../lambdas/calls/store/calls.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { readItem } from '../../lambdas/platform/table/items.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { callbackKey } from '../../lambdas/vendors/telephony/callback-keys.ts';
import { workers } from '../../lambdas/workers.ts';
import { USERS } from '../../local/seed.ts';
import { DEFAULT_CALLBACK_KEY } from '../../local/service.ts';
import { giveNumber, makeAccount } from '../support/numbers.ts';
import { makeAgent, newNumber } from '../support/scene.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { addOwnAccount } from '../support/table/own-account.ts';
import { storedCall } from '../support/table/stored-call.ts';
import { ringingCall, sendCallback, type Vendor } from '../support/vendor-conversation.ts';
import { callUrl, numberUrl } from '../support/vendor-urls.ts';

const PLATFORM_TOKEN = 'token';
const [{ id: userId }, { id: otherUserId }] = USERS;
const SID = `CA${'1'.repeat(32)}`;

const requests: AwsRequestRecord[] = [];
let service: OwnService;
let vendor: Vendor;
let table: Table;
let agentId: string;

beforeAll(async () => {
  service = await startOwnService({}, { onAwsRequest: (record) => requests.push(record) });
  vendor = { connection: service.connection, authToken: PLATFORM_TOKEN };
  ({ table } = service);
  agentId = (await makeAgent(service.api)).agent.id;
}, 120_000);

afterAll(() => service.close());

beforeEach(() => {
  requests.length = 0;
});

/** Posts a form signed with a token. Returns the status and the text. */
async function post(url: string, form: Record<string, string>, token = PLATFORM_TOKEN) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'x-twilio-signature': getExpectedTwilioSignature(token, url, form) },
  });
  return `${response.status} ${await response.text()}`;
}

const ringing = () => ringingCall(vendor, service.api, agentId);

describe('a callback whose address has a wrong key', () => {
  /** Every route of the vendor, with the entry of its function. */
  const ROUTES = Object.entries(workers).flatMap(([entry, { trigger }]) =>
    trigger.by === 'callback' ? [[entry, trigger.path] as const] : [],
  );

  /** The requests of a function to DynamoDB. */
  function tableRequestsOf(entry: string): string[] {
    const fn = service.runtime.resources.find(
      ({ type, properties }) =>
        type === 'AWS::Lambda::Function' && JSON.stringify(properties).includes(`"${entry}"`),
    );
    if (!fn) throw new Error(`There is no function ${entry}.`);
    return requests
      .filter(({ functionName, service: of }) => functionName === fn.ref && of.startsWith('DynamoDB'))
      .map(({ operation }) => operation);
  }

  const keyOf = (purpose: 'call' | 'number' | 'relay', recordId: string) =>
    callbackKey(DEFAULT_CALLBACK_KEY, { purpose, userId, recordId });

  /** Forged parts of a path: the user, the record and the key. */
  function forgeries(path: string): readonly (readonly [string, string, string])[] {
    const id = newId();
    const purpose = path.includes('/numbers/') ? 'number' : 'call';
    const right = keyOf(purpose, id);
    return [
      [userId, id, 'A'.repeat(right.length)],
      [userId, id, right.slice(0, -1)],
      // The key of another record, of another user, and for another purpose.
      [userId, newId(), right],
      [otherUserId, id, right],
      [userId, id, keyOf('relay', id)],
      [userId, 'not-an-id', right],
      [encodeURIComponent(`${userId}#CALL`), id, right],
    ];
  }

  it.each(ROUTES)('is refused before any request to the table: %s', async (entry, path) => {
    const form = { CallSid: SID, CallStatus: 'completed', From: '+15550001111' };
    const answers: string[] = [];
    for (const [user, record, key] of forgeries(path)) {
      const filled = path
        .replace('{user_id}', user)
        .replace(/\{(call|number)_id\}/, record)
        .replace('{key}', key);
      // Even with the platform's own signature.
      answers.push(await post(`${service.connection.base_url}${filled}`, form));
    }

    expect(answers.filter((answer) => !answer.startsWith('403 '))).toEqual([]);
    expect(tableRequestsOf(entry)).toEqual([]);
  });

  it('reads the record once the key is right', async () => {
    const url = callUrl(service.connection, { user_id: userId, id: newId() }, 'status');

    expect(await post(url, { CallSid: SID }, 'wrong')).toMatch(/^403 /);
    expect(tableRequestsOf('calls/callbacks/call-status')).toEqual(['GetItem']);
  });
});

describe('a call that was never dialed', () => {
  const NEWS: readonly (readonly [CallbackKind, Record<string, string>])[] = [
    ['answer', { CallStatus: 'in-progress' }],
    ['status', { CallStatus: 'in-progress' }],
    ['status', { CallStatus: 'completed', CallDuration: '9' }],
    ['machine-detection', { AnsweredBy: 'machine_start' }],
    ['recording', { RecordingSid: `RE${'1'.repeat(32)}`, RecordingStatus: 'completed' }],
    ['relay-ended', { SessionId: 'VX1', SessionStatus: 'ended', HandoffData: '{"action_id":"x"}' }],
    ['transfer-status', { ConferenceSid: `CF${'1'.repeat(32)}` }],
    ['transfer-ended', { CallStatus: 'in-progress', DialCallStatus: 'busy' }],
    ['transfer-whisper', { CallStatus: 'in-progress' }],
    ['transfer-key', { CallStatus: 'in-progress', Digits: '1' }],
    ['status', { MessageSid: `SM${'1'.repeat(32)}`, MessageStatus: 'delivered' }],
  ];

  it.each(NEWS)('is unchanged after a callback signed by its account: %s %o', async (kind, form) => {
    // An account that the vendor does not know.
    const connection = await addOwnAccount(table, userId, `AC${newId().replaceAll('-', '')}`, 'made-up');
    const call = storedCall({
      user_id: userId,
      telephony_account_connection: connection,
      scheduled_at: '2100-01-01T00:00:00.000Z',
      reconcile_at: '2100-01-01T00:15:00.000Z',
      on_no_human_answer: 'hangup',
    });
    await insertCall(table, call);
    const before = await itemOf(call.id);

    const answer = await post(callUrl(service.connection, call, kind), { CallSid: SID, ...form }, 'made-up');

    const news = ['status', 'machine-detection', 'recording', 'transfer-status'];
    const expected = news.includes(kind) ? /^200 [\s\S]*<Response\s*\/>$/ : /^200 [\s\S]*<Hangup\/>/;
    expect(answer).toMatch(expected);
    expect(await itemOf(call.id)).toEqual(before);
  });

  const itemOf = (id: string) => readItem(table, recordKey(userId, 'call', id));
});

describe('a call to a number', () => {
  async function linked() {
    const account = await makeAccount(service.connection, service.api);
    const number = await service.api.created('/v1/numbers/link', {
      phone_number: await giveNumber(service.connection, account.sid),
      telephony_account_connection: account.connection.id,
      inbound_agent: agentId,
    });
    return { account, number, url: numberUrl(service.connection, number, 'incoming') };
  }
  const callsTo = async (number: string) =>
    (await service.api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`)).body.length;

  it('is refused if an account other than that of the number has signed', async () => {
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
    expect(await callsTo(number.number)).toBe(0);
  });
});

describe('a callback of the vendor with malformed fields', () => {
  it('leaves no call that is longer than the time since it was dialed', async () => {
    const call = await ringing();
    const form = { CallSid: call.telephony_id, CallStatus: 'completed', CallDuration: '86400' };

    await sendCallback(vendor, call, { kind: 'status', form });

    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    expect(body.status).toBe('ended');
    expect(Date.parse(body.end_time) - Date.parse(body.start_time)).toBeLessThan(60_000);
  });

  it.each([
    ['status', { CallSid: 'CA'.repeat(100_000), CallStatus: 'completed' }],
    ['status', { CallStatus: '__proto__' }],
    ['recording', { RecordingSid: 'RE'.repeat(150_000), RecordingDuration: 'NaN' }],
    ['machine-detection', { AnsweredBy: '__proto__', MachineDetectionDuration: '1e999' }],
    ['transfer-status', { ConferenceSid: 'CF'.repeat(200_000), SequenceNumber: 'NaN' }],
    ['transfer-ended', { DialCallStatus: '__proto__', DialCallDuration: '-1' }],
    ['transfer-key', { Digits: '1'.repeat(200_000), FinishedOnKey: '__proto__' }],
    ['transfer-whisper', { CallSid: 'CA'.repeat(100_000), AnsweredBy: '__proto__' }],
    ['relay-ended', { HandoffData: `{"action_id":${'['.repeat(100_000)}`, SessionDuration: '1e20' }],
    ['relay-ended', { HandoffData: '{"__proto__":{"action_id":"x"}}', ErrorCode: 'NaN' }],
  ])('is answered, and its call still ends: %s, case %#', async (kind, fields) => {
    const call = await ringing();
    const form: Record<string, string> = { CallSid: call.telephony_id, CallStatus: 'in-progress', ...fields };

    const { status } = await sendCallback(vendor, call, { kind, form });

    expect([200, 413]).toContain(status);
    const { body } = await service.api.get(`/v1/calls?id=${call.id}`);
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
    await service.api.created(`/v1/calls/end?id=${call.id}`);
  });
});
