import { describe, expect, it } from 'vitest';
import type { InvocationResult } from '../../src/functions/functions.ts';
import { authorizer, gatewayResponse, resource, restApi, route } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';

const KEYS = { one: '1'.repeat(20), two: '2'.repeat(20), off: '0'.repeat(20), unplanned: '9'.repeat(20) };

const apiKey = (name: keyof typeof KEYS, properties: object = {}) =>
  resource('AWS::ApiGateway::ApiKey', name, { Enabled: true, Value: KEYS[name], ...properties });

const planKey = (name: string, plan = 'plan') =>
  resource('AWS::ApiGateway::UsagePlanKey', `${plan}-${name}`, {
    KeyId: name,
    KeyType: 'API_KEY',
    UsagePlanId: plan,
  });

const usagePlan = (properties: object = {}, id = 'plan') =>
  resource('AWS::ApiGateway::UsagePlan', id, {
    ApiStages: [{ ApiId: 'rest', Stage: 'prod' }],
    Throttle: { RateLimit: 1, BurstLimit: 3 },
    ...properties,
  });

const PLAN = [
  usagePlan(),
  ...[apiKey('one'), apiKey('two'), apiKey('off', { Enabled: false }), apiKey('unplanned')],
  ...[planKey('one'), planKey('two'), planKey('off')],
];

const KEYED = { method: { ApiKeyRequired: true } };
const KEYED_AND_GUARDED = {
  method: { ApiKeyRequired: true, AuthorizationType: 'CUSTOM', AuthorizerId: 'guard' },
};
/** The stage's throttle: 5 at once, of each method. */
const THROTTLED_STAGE = {
  MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 5 }],
};

const GUARDED_API = [
  ...restApi({ ApiKeySourceType: 'AUTHORIZER' }, THROTTLED_STAGE),
  ...authorizer(),
  ...route('GET', '/calls', 'list', KEYED_AND_GUARDED),
  ...route('GET', '/agents', 'list', KEYED_AND_GUARDED),
];

/** An authorizer that lets everybody but `nobody` in, and takes the name of a key for a token. */
const guard = ({ authorizationToken: token }: { readonly authorizationToken: string }): InvocationResult => {
  const statement = { Effect: token === 'nobody' ? 'Deny' : 'Allow', Action: 'execute-api:Invoke' };
  const usageIdentifierKey = { ...KEYS, nobody: KEYS.one, other: 'x'.repeat(20) }[token];
  return {
    ok: true,
    payload: {
      principalId: 'p',
      policyDocument: { Statement: [{ ...statement, Resource: '*' }] },
      ...(usageIdentifierKey !== undefined && { usageIdentifierKey }),
    },
  };
};

/** A gateway with a clock that stands still until it is set. */
async function start(resources: readonly ReturnType<typeof resource>[]) {
  const clock = { now: 1_000_000 };
  const running = await startGateway(resources, { list: () => ok(), guard }, { now: () => clock.now });
  const get = (headers: Record<string, string>, path = '/calls') =>
    fetch(`${running.url}${path}`, { headers });
  const statuses = async (headers: Record<string, string>, times: number, path?: string) => {
    const found: number[] = [];
    for (let index = 0; index < times; index++) found.push((await get(headers, path)).status);
    return found;
  };
  return { ...running, clock, get, statuses };
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html */
describe('a usage plan whose keys the authorizer names', () => {
  it('limits each key by itself, over all methods, also from a cached decision, and lets it go on later', async () => {
    const { clock, statuses, eventsOf } = await start([...GUARDED_API, ...PLAN]);

    const first = await statuses({ authorization: 'one' }, 2);
    const other = await statuses({ authorization: 'one' }, 2, '/agents');
    const neighbour = await statuses({ authorization: 'two' }, 3);
    clock.now += 1000;
    const later = await statuses({ authorization: 'one' }, 2);

    expect([first, other, neighbour, later]).toEqual([
      [200, 200],
      [200, 429],
      [200, 200, 200],
      [200, 429],
    ]);
    expect(eventsOf('guard')).toHaveLength(2);
  });

  it('comes before the throttle of the stage, so that its refusals use up no limit of others', async () => {
    const { statuses } = await start([...GUARDED_API, ...PLAN]);

    const flood = await statuses({ authorization: 'one' }, 50);
    const neighbour = await statuses({ authorization: 'two' }, 2);

    expect(flood.filter((status) => status === 200)).toHaveLength(3);
    expect(neighbour).toEqual([200, 200]);
  });

  it('leaves the throttle of the stage in force for all keys together', async () => {
    const roomy = [usagePlan({ Throttle: { RateLimit: 100, BurstLimit: 100 } }), ...PLAN.slice(1)];
    const { statuses } = await start([...GUARDED_API, ...roomy]);

    const first = await statuses({ authorization: 'one' }, 4);
    const second = await statuses({ authorization: 'two' }, 2);

    expect([...first, ...second]).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('answers with the gateway response THROTTLED', async () => {
    const response = gatewayResponse('THROTTLED', {
      ResponseTemplates: { 'application/json': '{"type":"$context.error.responseType"}' },
      ResponseParameters: { 'gatewayresponse.header.retry-after': "'1'" },
    });
    const { get, statuses } = await start([...GUARDED_API, ...PLAN, response]);
    await statuses({ authorization: 'one' }, 3);

    const refused = await get({ authorization: 'one' });

    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      429,
      '1',
      '{"type":"THROTTLED"}',
    ]);
  });

  it.each([
    ['names none', 'stranger'],
    ['names one that there is not', 'other'],
    ['names one that is disabled', 'off'],
    ['names one that is in no plan of the stage', 'unplanned'],
  ])('refuses a request if the authorizer %s', async (_, authorization) => {
    const { get, eventsOf } = await start([...GUARDED_API, ...PLAN]);

    const refused = await get({ authorization });

    expect([refused.status, await refused.json()]).toEqual([403, { message: 'Forbidden' }]);
    expect(refused.headers.get('x-amzn-errortype')).toBe('ForbiddenException');
    expect(eventsOf('list')).toEqual([]);
  });

  it('accepts no key from the client', async () => {
    const { statuses } = await start([...GUARDED_API, ...PLAN]);

    expect(await statuses({ authorization: 'one', 'x-api-key': KEYS.two }, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses({ authorization: 'stranger', 'x-api-key': KEYS.two }, 1)).toEqual([403]);
  });

  it('does not count requests that the authorizer denies', async () => {
    const { statuses } = await start([...GUARDED_API, ...PLAN]);

    const denied = await statuses({ authorization: 'nobody' }, 5);
    const allowed = await statuses({ authorization: 'one' }, 3);

    expect([...denied, ...allowed]).toEqual([403, 403, 403, 403, 403, 200, 200, 200]);
  });

  it('does not limit methods that require no key', async () => {
    const open = route('GET', '/open', 'list', {
      method: { AuthorizationType: 'CUSTOM', AuthorizerId: 'guard' },
    });
    const { statuses } = await start([...GUARDED_API, ...open, ...PLAN]);

    expect(await statuses({ authorization: 'one' }, 5, '/open')).toEqual(Array(5).fill(200));
  });
});

describe('a usage plan whose keys clients send', () => {
  const OPEN_API = [...restApi(), ...route('GET', '/calls', 'list', KEYED)];

  it('limits each key, and refuses requests without one', async () => {
    const { statuses } = await start([...OPEN_API, ...PLAN]);

    const one = await statuses({ 'x-api-key': KEYS.one }, 4);
    const two = await statuses({ 'x-api-key': KEYS.two }, 1);
    const none = await statuses({}, 1);

    expect([one, two, none]).toEqual([[200, 200, 200, 429], [200], [403]]);
  });

  it('without a throttle limits nothing', async () => {
    const { statuses } = await start([
      ...OPEN_API,
      usagePlan({ Throttle: undefined }),
      apiKey('one'),
      planKey('one'),
    ]);

    expect(await statuses({ 'x-api-key': KEYS.one }, 5)).toEqual(Array(5).fill(200));
  });

  it('counts the requests to all of its stages together', async () => {
    const second = [...restApi({}, {}, 'more'), ...route('GET', '/more', 'list', { ...KEYED, api: 'more' })];
    const both = ['rest', 'more'].map((ApiId) => ({ ApiId, Stage: 'prod' }));
    const plan = [usagePlan({ ApiStages: both }), apiKey('one'), planKey('one')];
    const { statuses } = await start([...OPEN_API, ...second, ...plan]);

    const first = await statuses({ 'x-api-key': KEYS.one }, 2);
    const more = await statuses({ 'x-api-key': KEYS.one }, 2, '/more');

    expect([...first, ...more]).toEqual([200, 200, 200, 429]);
  });
});

describe('an unsupported usage plan', () => {
  it.each([
    ['a quota', [usagePlan({ Quota: { Limit: 5, Period: 'DAY' } })]],
    [
      'limits of methods',
      [
        usagePlan({
          ApiStages: [
            { ApiId: 'rest', Stage: 'prod', Throttle: { '/calls/GET': { RateLimit: 1, BurstLimit: 1 } } },
          ],
        }),
      ],
    ],
    [
      'a throttle without a burst',
      [usagePlan({ Throttle: { RateLimit: 5 } }), apiKey('one'), planKey('one')],
    ],
    ['a key whose value API Gateway makes', [usagePlan(), apiKey('one', { Value: undefined })]],
    ['a value that is too short', [usagePlan(), apiKey('one', { Value: 'short' })]],
    ['two keys with one value', [usagePlan(), apiKey('one'), apiKey('two', { Value: KEYS.one })]],
    [
      'a key in two plans of one stage',
      [usagePlan(), usagePlan({}, 'second'), apiKey('one'), planKey('one'), planKey('one', 'second')],
    ],
  ])('is an error at the start: %s', async (_, plan) => {
    await expect(startGateway([...restApi(), ...plan], {})).rejects.toThrow(/Api\/(plan|one|two|second)/);
  });
});
