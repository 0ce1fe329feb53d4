import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '../../lambdas/platform/logger.ts';
import { rateLimitKey } from '../../lambdas/platform/table/keys.ts';
import { consumeToken } from '../../lambdas/platform/table/rate-limit.ts';
import { stackTable } from '../../lambdas/platform/table/table.ts';
import { FunctionApi } from '../support/service/function-api.ts';

/** A window of two seconds. */
const limit = { perSecond: 2, burst: 4 };
const now = new Date('2026-01-01T00:00:00.500Z');

const api = await FunctionApi.ofFile();
vi.stubEnv('USER_REQUESTS_PER_SECOND', String(limit.perSecond));
vi.stubEnv('USER_REQUESTS_AT_ONCE', String(limit.burst));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const statusesOf = async (user: FunctionApi, requests: number) => {
  const statuses: number[] = [];
  for (let sent = 0; sent < requests; sent++) statuses.push((await user.run('prompts/list')).status);
  return statuses;
};

describe('the request limit of a user', () => {
  it('refuses what exceeds it until the time in the refusal, and refuses no other user', async () => {
    const user = api.ofAnotherUser();

    expect(await statusesOf(user, 4)).toEqual([200, 200, 200, 200]);
    const refused = await user.run('prompts/list');
    const others = await statusesOf(api.ofAnotherUser(), 1);
    vi.setSystemTime(now.getTime() + Number(refused.headers?.['retry-after']) * 1000);
    const again = await statusesOf(user, 1);

    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect(refused.body.detail).toEqual([
      {
        loc: ['header', 'authorization'],
        msg: 'You may make 2 requests per second, and 4 at once; try again in 2 s.',
        type: 'rate_limited',
      },
    ]);
    expect([...others, ...again]).toEqual([200, 200]);
  });

  it('refuses without a request to the table while it is known to be reached', async () => {
    const user = api.ofAnotherUser();
    await statusesOf(user, 5);
    const sent = vi.spyOn(stackTable().client, 'send');

    expect(await statusesOf(user, 3)).toEqual([429, 429, 429]);
    expect(sent).not.toHaveBeenCalled();
  });

  it.each([
    ['with an idempotency key', { 'idempotency-key': randomUUID() }],
    ['without one', {}],
  ])('lets a refused request have no effect: %s', async (_, headers) => {
    const user = api.ofAnotherUser();
    // Another container counted these.
    const use = { limit, now };
    for (let used = 0; used < limit.burst; used++)
      await consumeToken(user.table, rateLimitKey(user.user, 'requests'), use);
    const create = () => user.run('prompts/create', { body: { content: 'Sell tea.' }, headers });

    const refused = await create();
    vi.setSystemTime(now.getTime() + 2000);
    const { body } = await user.run('prompts/list');
    const repeated = await create();

    expect(refused.status).toBe(429);
    expect(body.total).toBe(0);
    expect(repeated).toMatchObject({
      status: 200,
      headers: expect.not.objectContaining({ 'idempotency-replayed': 'true' }),
    });
  });

  it('lets requests pass uncounted while the table is throttled', async () => {
    const warned = vi.spyOn(logger, 'warn').mockReturnValue();
    const client = stackTable().client;
    const send = client.send;
    vi.spyOn(client, 'send').mockImplementation(function (
      this: typeof client,
      command: object,
      ...rest: never[]
    ) {
      if (command.constructor.name !== 'UpdateCommand')
        return (send as (...sent: unknown[]) => never).call(this, command, ...rest);
      throw Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' });
    } as never);

    expect(await statusesOf(api.ofAnotherUser(), 6)).toEqual(Array(6).fill(200));
    expect(warned).toHaveBeenCalledTimes(6);
  });
});
