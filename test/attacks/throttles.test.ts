import { randomUUID } from 'node:crypto';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { AwsRequestRecord } from 'cdk-local/aws/protocol/aws-request.ts';
import { accessKeyOf } from 'cdk-local/functions/function-definition.ts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { DEFAULT_CALLBACK_KEY } from '../../local/service.ts';
import { makeAgent, newNumber, setCallee } from '../support/scene.ts';
import type { Answer } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';
import { callUrl } from '../support/vendor-urls.ts';

const PLATFORM_TOKEN = 'token';

/** Low, so that a machine of any speed can send ten times of it. */
const LIMITS = {
  USER_REQUESTS_PER_SECOND: '10',
  USER_REQUESTS_AT_ONCE: '20',
};

const requests: AwsRequestRecord[] = [];
let service: OwnService;
let call: Answer['body'];

beforeAll(async () => {
  service = await startOwnService(LIMITS, { onAwsRequest: (record) => requests.push(record) });
  const { connection, api } = service;
  const to = newNumber();
  await setCallee(connection, to, { answer: 'answer', ring_ms: 1_000_000 });
  const agent = await paced(() => makeAgent(api, {}));
  const body = { from_number: connection.phone_number, to_number: to, agent: agent.agent.id };
  const { id } = await paced(() => api.created('/v1/calls/create', body));
  call = await paced(() => api.callWhen(id, ({ telephony_id }) => Boolean(telephony_id)));
}, 120_000);

afterAll(() => service.close());

/** Works within the budget. */
async function paced<T>(work: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  return work();
}

/** The functions' requests to AWS during some work. */
async function requestsDuring(work: () => Promise<unknown>): Promise<AwsRequestRecord[]> {
  const before = requests.length;
  await work();
  return requests.slice(before);
}

const callerOf = ({ functionName = '' }: AwsRequestRecord) => functionName;

/** Sends requests, `atOnce` at a time. */
async function flood<T>(amount: number, atOnce: number, send: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < amount) {
      const index = next++;
      answers[index] = await send(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers }).then(async (response) => {
    await response.arrayBuffer();
    return response.status;
  });

/** Counts answers by status. */
function counts(statuses: readonly number[]): Record<number, number> {
  const counted: Record<number, number> = {};
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

const ringing = () => ({ CallSid: String(call.telephony_id), CallStatus: 'ringing' });

function vendorPosts(): Promise<number> {
  const url = callUrl(service.connection, call, 'status');
  const form = ringing();
  return post(url, form, { 'x-twilio-signature': getExpectedTwilioSignature(PLATFORM_TOKEN, url, form) });
}

describe('forged callbacks', () => {
  const forgeries = [
    ['of a call that there is none of', () => `${randomUUID()}/${randomUUID()}/${'A'.repeat(24)}`],
    ['of a real call, whose key is guessed', () => `${call.user_id}/${call.id}/${'A'.repeat(24)}`],
    ['whose ids are malformed', () => `x/y/${'A'.repeat(24)}`],
    ['whose key is cut off', () => `${keyedPath().slice(0, -1)}`],
  ] as const;

  const keyedPath = () => callUrl(service.connection, call, '').split('/calls/')[1]?.slice(0, -1) ?? '';

  it.each(forgeries)('%s are refused without a request to the table, signed or not', async (_, path) => {
    // The simulated carrier posts nothing there, so only the forgeries are counted.
    const url = `${service.connection.base_url}/telephony/calls/${path()}/recording`;
    const signature = getExpectedTwilioSignature(PLATFORM_TOKEN, url, ringing());

    let statuses: number[] = [];
    const made = await requestsDuring(async () => {
      statuses = await flood(10, 2, (index) =>
        post(url, ringing(), index % 2 === 0 ? {} : { 'x-twilio-signature': signature }),
      );
    });

    expect(counts(statuses)).toEqual({ 403: 10 });
    const byCallbacks = made.filter((record) => /Calls-Recording/.test(callerOf(record)));
    expect(byCallbacks.filter(({ service: of }) => of.startsWith('DynamoDB'))).toEqual([]);
  });

  it('with the key of another call are refused', async () => {
    const own = callUrl(service.connection, call, 'status');
    const [, key] = /\/([A-Za-z0-9_-]{24})\/status$/.exec(own) ?? [];
    const other = own.replace(call.id, randomUUID());

    expect(key).toBeDefined();
    expect(DEFAULT_CALLBACK_KEY).not.toContain(key);
    expect(await post(other, ringing())).toBe(403);
  });

  it('do not block the vendor, which is served at ten times the former throttle', async () => {
    const url = `${service.connection.base_url}/telephony/calls/${randomUUID()}/${randomUUID()}/x/status`;
    // With the vendor's two, fewer at once than are reserved for the function, which is another limit.
    const atOnce = (production.concurrency?.callSteps ?? 0) - 4;
    const forged = flood(1_000, atOnce, () => post(url, ringing()));

    const served = await flood(40, 2, vendorPosts);

    expect(counts(served)).toEqual({ 200: 40 });
    expect(counts(await forged)).toEqual({ 403: 1_000 });
  }, 120_000);
});

describe('the request limit of a user', () => {
  it('protects another user, whose requests all pass while one sends ten times as many as permitted', async () => {
    const { api, secondApi } = service;
    await paced(async () => undefined);
    const noisy: Answer[] = [];
    const refusedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 200);
    const makeNoise = async () => {
      // A slow machine needs more requests to exceed the limit by as many.
      do noisy.push(...(await flood(300, 8, () => api.get('/v1/agents/list'))));
      while (refusedOf(noisy).length <= 200 && noisy.length < 3_000);
    };
    const noise = makeNoise();

    const quiet: number[] = [];
    for (let index = 0; index < 10; index++) quiet.push((await secondApi.get('/v1/agents/list')).status);
    await noise;

    expect(counts(quiet)).toEqual({ 200: 10 });
    const refused = refusedOf(noisy);
    expect(refused.length).toBeGreaterThan(200);
    for (const { status, headers } of refused) {
      expect(status).toBe(429);
      expect(headers.get('retry-after')).toMatch(/^[12]$/);
    }
    for (const { body } of refused) expect(body.detail[0].type).toBe('rate_limited');
  }, 120_000);

  it('refills after the seconds in the refusal', async () => {
    const { api } = service;
    const [refused] = (await flood(40, 8, () => api.get('/v1/agents/list'))).filter(
      ({ status }) => status === 429,
    );
    const seconds = Number(refused?.headers.get('retry-after'));

    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 50));

    expect((await api.get('/v1/agents/list')).status).toBe(200);
  });
});

describe('requests without a valid token', () => {
  it.each([
    ['none', undefined],
    ['a malformed one', 'nonsense'],
    ['one that nobody has', `Bearer ${'x'.repeat(43)}`],
  ])(
    'do not affect requests with a valid token: %s',
    async (_, authorization) => {
      await paced(async () => undefined);
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const noise = flood(1_000, 16, async () => {
        const response = await fetch(`${service.connection.base_url}/v1/agents/list`, { headers });
        await response.arrayBuffer();
        return response.status;
      });

      const statuses: number[] = [];
      for (let index = 0; index < 10; index++)
        statuses.push((await service.secondApi.get('/v1/agents/list')).status);

      expect(counts(statuses)).toEqual({ 200: 10 });
      expect(counts(await noise)).toEqual({ 401: 1_000 });
    },
    120_000,
  );
});

describe('the function of an endpoint that only reads', () => {
  it('may count requests, and can write to no record', async () => {
    const { runtime, connection } = service;
    const fn = runtime.resources.find(
      ({ type, properties }) =>
        type === 'AWS::Lambda::Function' && JSON.stringify(properties).includes('"api/agents/list"'),
    );
    const client = new DynamoDBClient({
      endpoint: connection.aws_endpoint_url,
      region: 'us-east-1',
      credentials: { accessKeyId: accessKeyOf(fn?.attributes.Arn ?? ''), secretAccessKey: 'local' },
    });
    const update = (pk: string) =>
      client.send(
        new UpdateItemCommand({
          TableName: 'phone-call-agents-production',
          Key: { pk: { S: pk }, sk: { S: 'USER' } },
          UpdateExpression: 'SET expires_at = :e',
          ExpressionAttributeValues: { ':e': { N: '1' } },
        }),
      );

    await expect(update(`RATE_LIMIT#${randomUUID()}`)).resolves.toBeDefined();
    await expect(update(`USER#${randomUUID()}`)).rejects.toThrow('is not authorized to perform');
    client.destroy();
  });
});

describe('the ceilings of the stages', () => {
  it('are above what a few users may use, and the vendor’s is separate', () => {
    const { requestLimit, throttle, callbackThrottle } = production;

    expect(throttle.rate).toBeGreaterThanOrEqual(10 * requestLimit.rate);
    expect(callbackThrottle.rate).toBeGreaterThanOrEqual(5_000);
  });
});
