import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staging } from '../../../lib/config/staging.ts';
import { makeAccount, tellCarrier } from '../../support/numbers.ts';
import { type RawAnswer, undocumented } from '../../support/openapi/answers.ts';
import { type Operation, operations } from '../../support/openapi/document.ts';
import { sendPatiently, type WireRequest } from '../../support/openapi/send.ts';
import { startOwnService } from '../../support/service/own-service.ts';
import { newRecord, type User, userOf } from '../../support/service/plain-requests.ts';
import { type ServiceProcess, startService } from '../../support/service/service-process.ts';

// Its own service: one case breaks the carrier.
let service: ServiceProcess;
let user: User;
const json = { 'content-type': 'application/json' };
const PROMPTS = '/v1/prompts/create';

/** An error and its operation; the document describes no errors without one. */
interface Failure {
  readonly operation?: string;
  readonly answers: () => Promise<readonly RawAnswer[]>;
  readonly fault: { readonly loc?: readonly string[]; readonly type: string };
}

async function send(
  { method = 'GET', target = '/v1/prompts/list', headers = {}, text }: Partial<WireRequest>,
  token = service.connection.access_token,
): Promise<readonly RawAnswer[]> {
  const baseUrl = service.connection.base_url;
  return (await sendPatiently({ baseUrl, token }, { method, target, headers, text })).slice(-1);
}

const post = (target: string, text: string, headers = {}) =>
  send({ method: 'POST', target, headers: { ...json, ...headers }, text });

/** At least one failure for each status of the document, and for each answer of the gateway. */
const failures: Readonly<Record<string, readonly Failure[]>> = {
  400: [
    {
      operation: 'createPrompt',
      answers: () => post(PROMPTS, '{}', { 'idempotency-key': 'a b' }),
      fault: { loc: ['header', 'idempotency-key'], type: 'wrong_format' },
    },
    {
      operation: 'listPrompts',
      answers: () => send({ headers: { 'api-version': '1999-01' } }),
      fault: { loc: ['header', 'api-version'], type: 'unknown_version' },
    },
  ],
  401: ['', 'wrong', 'a b', 'é', 'x'.repeat(5000)].map((token) => ({
    operation: 'listPrompts',
    answers: () => send({}, token),
    fault: { loc: [], type: 'unauthorized' },
  })),
  404: [
    {
      operation: 'getPrompt',
      answers: () => send({ target: `/v1/prompts?id=${randomUUID()}` }),
      fault: { loc: ['query', 'id'], type: 'not_found' },
    },
    { answers: () => send({ target: '/v1/nothing' }), fault: { loc: [], type: 'not_found' } },
    { answers: () => send({ target: '/' }), fault: { loc: [], type: 'not_found' } },
    { answers: () => send({ method: 'DELETE' }), fault: { loc: [], type: 'not_found' } },
    { answers: () => send({ method: 'PUT', text: '{}' }), fault: { loc: [], type: 'not_found' } },
  ],
  403: [
    {
      operation: 'createVoice',
      answers: async () => {
        const strict = await startOwnService({ QUOTAS: JSON.stringify({ ...staging.quotas, voices: 0 }) });
        const { base_url: baseUrl, access_token: token } = strict.connection;
        const text = JSON.stringify({ type: 'voice_builtin', voice_id: 'any' });
        const headers = { 'content-type': 'application/json' };
        const request = { method: 'POST', target: '/v1/voices/create', headers, text };
        const answers = await sendPatiently({ baseUrl, token }, request);
        await strict.close();
        return answers;
      },
      fault: { loc: [], type: 'quota_exceeded' },
    },
  ],
  409: [
    {
      operation: 'createPrompt',
      answers: async () => {
        const key = { 'idempotency-key': randomUUID() };
        await post(PROMPTS, '{"content":"one"}', key);
        return post(PROMPTS, '{"content":"two"}', key);
      },
      fault: { loc: ['header', 'idempotency-key'], type: 'idempotency_key_reused' },
    },
    {
      operation: 'deleteVoice',
      answers: async () => {
        const agent = await newRecord(user, 'agents');
        const { voice } = (await user.api.get(`/v1/agents?id=${agent.id}`)).body;
        return post(`/v1/voices/delete?id=${voice.id}`, '');
      },
      fault: { loc: ['query', 'id'], type: 'still_referenced' },
    },
  ],
  413: [
    {
      operation: 'createPrompt',
      answers: () => post(PROMPTS, JSON.stringify({ content: 'x'.repeat(300_001) })),
      fault: { loc: ['body'], type: 'body_too_large' },
    },
    {
      operation: 'createPrompt',
      answers: () => post(PROMPTS, 'x'.repeat(10 * 1024 * 1024 + 1)),
      fault: { loc: [], type: 'body_too_large' },
    },
  ],
  415: [
    {
      operation: 'createPrompt',
      answers: () => post(PROMPTS, 'content=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      fault: { loc: ['header', 'content-type'], type: 'unsupported_media_type' },
    },
  ],
  422: [
    {
      operation: 'createPrompt',
      answers: () => post(PROMPTS, '{"content":5}'),
      fault: { loc: ['body', 'content'], type: 'wrong_type' },
    },
    {
      operation: 'getPrompt',
      answers: () => send({ target: '/v1/prompts' }),
      fault: { loc: ['query', 'id'], type: 'missing' },
    },
  ],
  429: [
    {
      operation: 'listPrompts',
      answers: async () => {
        const strict = await startOwnService(ONE_A_SECOND);
        const { base_url: baseUrl, access_token: token } = strict.connection;
        const request = { method: 'GET', target: '/v1/prompts/list', headers: {}, text: undefined };
        const all = await Promise.all(
          Array.from({ length: 3 }, () => sendPatiently({ baseUrl, token }, request)),
        );
        await strict.close();
        return all.flatMap((answers) => answers.filter(({ status }) => status === 429));
      },
      fault: { loc: ['header', 'authorization'], type: 'rate_limited' },
    },
  ],
  502: [
    {
      operation: 'buyNumber',
      answers: async () => {
        const { sid, connection: own } = await makeAccount(service.connection, user.api);
        await tellCarrier(service.connection, 'faults', { account_sid: sid, purchase: 'refuse' });
        return post('/v1/numbers/buy', JSON.stringify({ telephony_account_connection: own.id }));
      },
      fault: { loc: ['body', 'telephony_account_connection'], type: 'telephony_refused' },
    },
  ],
};

/** A limit that any second request exceeds. */
const ONE_A_SECOND = {
  USER_REQUESTS_PER_SECOND: '1',
  USER_REQUESTS_AT_ONCE: '1',
};

beforeAll(async () => {
  service = await startService();
  user = userOf(service.connection, 'first');
});

afterAll(() => service.kill());

describe('an error', () => {
  const cases = Object.entries(failures).flatMap(([status, each]) =>
    each.map((failure, index) => ({ status, number: index + 1, ...failure })),
  );

  it.each(cases)('has the one shape of all errors: $status ($number)', async ({ status, ...failure }) => {
    const answers = await failure.answers();

    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: Number(status),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.headers['x-request-id']).toMatch(/^[\w-]{16,}$/);
      const { detail } = JSON.parse(answer.text);
      expect(detail).toContainEqual({ loc: expect.any(Array), msg: expect.any(String), ...failure.fault });
      if (failure.operation) expect(undocumented(operationOf(failure.operation), answer)).toEqual([]);
    }
  }, 90_000);

  it('is tested here for every documented status', () => {
    const statuses = new Set(operations.flatMap((operation) => operation.statuses.map(String)));

    // A 500 is a defect; grants.test.ts produces one by removing a permission.
    for (const status of ['200', '302', '500', ...Object.keys(failures)]) statuses.delete(status);
    expect([...statuses]).toEqual([]);
  });
});

function operationOf(id: string): Operation {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  return operation;
}
