import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionRun, CallAction } from '../../lambdas/actions/model/action.ts';
import { callStatusWorker } from '../../lambdas/calls/callbacks/call-status.ts';
import { toCall, WITHHELD } from '../../lambdas/calls/model/call.ts';
import { recordOf } from '../../lambdas/calls/model/call-record.ts';
import { turnsOfCall } from '../../lambdas/calls/model/call-turns.ts';
import type { CallWithSnapshot } from '../../lambdas/calls/model/snapshot.ts';
import { callEffects } from '../../lambdas/calls/relay/call-effects.ts';
import { insertCall, loadCall } from '../../lambdas/calls/store/calls.ts';
import type { Turn } from '../../lambdas/conversation/model/session.ts';
import { sendText } from '../../lambdas/conversation/turn/agreed-actions.ts';
import { addNumbers } from '../../lambdas/do-not-call/store/change-entries.ts';
import { Peer, type PeerRequest } from '../support/peer.ts';
import { startSecrets } from '../support/peers/secrets-server.ts';
import { sessionOf, storedCall } from '../support/table/stored-call.ts';
import { tableOfFile } from '../support/table/table.ts';
import { stubVariables, tableVariables } from '../support/table/variables.ts';

// Texts to the contact of a call. The telephony vendor is a peer that a test makes refuse or fail.

const BASE = 'https://callbacks.example';
const [AGENT, CONTACT] = ['+15550001111', '+15550002222'];
const ACCOUNT = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'token' };
const YES = 'Yes, text me the address, please.';

const table = await tableOfFile();
const stopSecrets = await startSecrets(ACCOUNT);
const requests: PeerRequest[] = [];
const queued = (response: ServerResponse) =>
  response.writeHead(201).end('{"sid": "SM1", "status": "queued", "num_segments": "2"}');
let answer = queued as (response: ServerResponse) => unknown;
const vendor = new Peer((request, response) => {
  requests.push(request);
  answer(response);
});
const TELEPHONY_API_URL = await vendor.listen();
stubVariables(callStatusWorker.variables ?? [], {
  ...(await tableVariables(table)),
  TELEPHONY_API_URL,
  CALLBACK_BASE_URL: BASE,
  QUOTAS: '{}',
});
const { handler } = await import('../../lambdas/calls/callbacks/call-status.ts');

afterAll(() => Promise.all([vendor.close(), stopSecrets()]));
beforeEach(() => {
  requests.length = 0;
  answer = queued;
});

const refusing = (code: number) => (response: ServerResponse) =>
  response.writeHead(400).end(JSON.stringify({ code, message: 'Refused.' }));

/** A call that is in progress, in which the contact has said this, and what sends texts in it. */
async function texting(
  changes: Partial<CallWithSnapshot> = {},
  { said = YES, through = table as typeof table | null, session = {}, mayAct = true } = {},
) {
  const call = storedCall({ status: 'in_progress', counted: true, ...changes });
  await insertCall(table, call);
  const key = { userId: call.user_id, callId: call.id };
  const owner = { call_id: call.id, user_id: call.user_id, webhook_id: null, timestamp: call.created_at };
  const turns: Turn[] = [
    { ...owner, number: 1, sender: 'agent', text: 'May I text you the address of the practice?' },
    { ...owner, number: 2, sender: 'human', text: said },
  ];
  const log = {
    session: { ...sessionOf(call), context: { name: 'Anna' }, ...session },
    mayAct: async () => mayAct,
    add: async ({ id, type }: CallAction, { input, output, ...rest }: ActionRun) =>
      turns.push({
        ...owner,
        ...rest,
        number: turns.length + 1,
        action: { action_id: id, type, input, output },
      }),
  };
  const interruption = new AbortController();
  const stop = () => interruption.abort();
  const speech = { isEmpty: true, fill: vi.fn(), stop, interrupted: interruption.signal };
  return {
    call,
    turns,
    send: async (input: object, config: CallAction['config'] = {}) => {
      const action = { id: randomUUID(), user_id: call.user_id, type: 'action_send_text' as const, config };
      const own = through && callEffects(through, { conversationId: randomUUID() });
      const context = { ...(own && { call: own }), turns, log, speech, now: () => new Date() };
      return (await sendText(action, { consent: YES, ...input }, context as never)).output as {
        error?: string;
      };
    },
    stored: async () => (await loadCall(table, key))?.texts ?? [],
    /** The vendor reports a status, to the URL of a request. */
    report: async (request: PeerRequest | undefined, form: Record<string, string>) => {
      const [url = ''] = (new URLSearchParams(request?.text).get('StatusCallback') ?? '').split('#');
      const [user_id, call_id, callKey] = url.replace(`${BASE}/telephony/calls/`, '').split('/');
      const attempt = new URL(url).searchParams.get('attempt');
      const { statusCode } = await handler({
        pathParameters: { user_id, call_id, key: callKey },
        queryStringParameters: { attempt },
        headers: { 'x-twilio-signature': getExpectedTwilioSignature('token', url, form) },
        body: new URLSearchParams(form).toString(),
      } as never);
      expect(statusCode).toBe(200);
    },
  };
}

describe('a text', () => {
  it.each([
    ['outbound', { to_number: CONTACT, from_number: AGENT }],
    ['inbound', { to_number: AGENT, from_number: CONTACT }],
  ] as const)('goes to the contact of an %s call from the number of the agent', async (direction, numbers) => {
    const { send, stored, turns } = await texting({ direction, ...numbers });

    expect(await send({ text: 'Lake Road 5' })).toEqual({ text: 1, text_status: 'queued' });

    const form = Object.fromEntries(new URLSearchParams(requests[0]?.text));
    expect(form).toMatchObject({ From: AGENT, To: CONTACT, Body: 'Lake Road 5' });
    expect(await stored()).toMatchObject([{ status: 'queued', segments: 2 }]);
    expect(turns.at(-1)).toMatchObject({ action: { input: { text: 'Lake Road 5', consent: YES } } });
  });

  it('of the configuration has values of the context, and is not sent without them', async () => {
    const { send } = await texting();

    const message = 'Hello Anna';
    expect(await send({}, { text: 'Hello ${name}' })).toEqual({ text: 1, text_status: 'queued', message });
    expect(await send({}, { text: 'Hello ${surname}' })).toEqual({
      error: expect.stringContaining('missing'),
    });
    expect(requests.map(({ text }) => new URLSearchParams(text).get('Body'))).toEqual([message]);
  });

  it('is sent once, also if two invocations want it, and a call has at most three', async () => {
    const { send, stored } = await texting();

    const both = await Promise.all([send({ text: 'A' }), send({ text: 'A' })]);
    for (const text of ['B', 'A', 'C', 'D']) await send({ text });

    expect(both.filter(({ error }) => error)).toHaveLength(1);
    expect(requests).toHaveLength(3);
    expect(await stored()).toHaveLength(3);
  });

  it.each([
    [refusing(21610), 'failed', 'unsubscribed'],
    [refusing(21614), 'failed', "human's number cannot receive"],
    [refusing(21606), 'failed', 'Your number cannot send'],
    [refusing(99999), 'failed', 'could not be sent'],
    [(response: ServerResponse) => response.writeHead(500).end('{}'), 'unknown', 'Do not send it again'],
    [(response: ServerResponse) => response.socket?.destroy(), 'unknown', 'Do not send it again'],
  ])('that the vendor refuses or may have lost is requested once (%#)', async (fault, status, words) => {
    const { send, stored, turns } = await texting();
    answer = fault;

    expect(await send({ text: 'A' })).toEqual({ text: 1, error: expect.stringContaining(words) });

    expect(requests).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status }]);
    expect(turns.at(-1)).toMatchObject({ failed: true });
  });

  it('has the latest status that the vendor reported, also after its call', async () => {
    const { call, send, stored, report, turns } = await texting();
    await send({ text: 'A' });
    await send({ text: 'B' });

    await report(requests[1], { MessageStatus: 'undelivered', ErrorCode: '30007' });
    for (const MessageStatus of ['sent', 'delivered', 'sent', 'made up', 'failed'])
      await report(requests[0], { MessageStatus });

    const texts = await stored();
    expect(texts.map(({ status }) => status)).toEqual(['delivered', 'undelivered']);
    const over = { ...call, ...recordOf(turns), texts };
    const outputs = toCall(over, null).actions_taken?.map(({ output }) => output);
    expect(outputs).toEqual([
      { text: 1, text_status: 'delivered' },
      { text: 2, text_status: 'undelivered', error_code: 30007 },
    ]);
    expect(turnsOfCall(over).flatMap(({ action }) => action?.output ?? [])).toEqual(outputs);
    expect(JSON.stringify(toCall(over, null).texts)).not.toContain('key');
  });
});

describe('no text is sent', () => {
  it.each([
    ['nobody said', YES, 'Yes, you may text me that.'],
    ['the agent said', YES, 'May I text you the address of the practice?'],
    [
      'stand in a sentence that negates them',
      'I do not want you to text me the address.',
      'you to text me the address',
    ],
    ['are too few', YES, 'Yes'],
  ])('on words that %s', async (_, said, consent) => {
    const { send } = await texting({}, { said });

    expect(await send({ text: 'A', consent })).toEqual({
      error: expect.stringContaining('did not say that'),
    });
    expect(requests).toEqual([]);
  });

  it('to a number on the do-not-call list, also if the call overrides it', async () => {
    const { call, send } = await texting({ override_do_not_call: true });
    const numbers = [{ phoneNumber: call.to_number, id: randomUUID() }];
    await addNumbers(table, { userId: call.user_id, numbers, reason: 'Asked.', now: new Date() });

    expect(await send({ text: 'A' })).toEqual({ error: expect.stringContaining('do-not-call') });
    expect(requests).toEqual([]);
  });

  const limited = { ...table, quotas: { texts: 0 } };
  it.each([
    ['to a withheld number', { direction: 'inbound', from_number: WITHHELD }, {}, 'withholds'],
    ['after the call', { status: 'ended' }, {}, 'over'],
    ['beyond the quota of the day', {}, { through: limited }, 'today'],
    ['that is too long', {}, {}, 'too long', '😀'.repeat(321)],
    ['after the contact went on', {}, { mayAct: false }, undefined],
    ['in a rehearsal or a test, which has no call', {}, { through: null }, undefined],
  ] as const)('%s', async (_, changes, options, words, text = 'A') => {
    const { send } = await texting(changes, options as never);

    const output = await send({ text });

    if (words) expect(output).toEqual({ error: expect.stringContaining(words) });
    else expect(output).not.toHaveProperty('error');
    expect(requests).toEqual([]);
  });
});
