import { describe, expect, it } from 'vitest';
import { authorizer, GUARDED, gatewayResponse, resource, restApi, route } from './api-resources.ts';
import { ok, startGateway } from './start-gateway.ts';

const BODY = '{"detail":[{"loc":[],"msg":"Too many requests.","type":"too_many_requests"}]}';

const rateRule = (statement: object, block: object = {}, priority = 0) => ({
  Name: `rule-${priority}`,
  Priority: priority,
  Statement: { RateBasedStatement: { EvaluationWindowSec: 60, ...statement } },
  Action: { Block: block },
  VisibilityConfig: {},
});

const byAddress = (limit: number) => ({ Limit: limit, AggregateKeyType: 'IP' });
const byToken = (limit: number) => ({
  Limit: limit,
  AggregateKeyType: 'CUSTOM_KEYS',
  CustomKeys: [{ Header: { Name: 'authorization', TextTransformations: [{ Priority: 0, Type: 'NONE' }] } }],
});

const CUSTOM = {
  CustomResponse: {
    ResponseCode: 429,
    CustomResponseBodyKey: 'too-many',
    ResponseHeaders: [{ Name: 'retry-after', Value: '60' }],
  },
};

const webAcl = (rules: readonly object[], api = 'rest') => [
  {
    ...resource('AWS::WAFv2::WebACL', 'acl', {
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      CustomResponseBodies: { 'too-many': { ContentType: 'APPLICATION_JSON', Content: BODY } },
      Rules: rules,
      VisibilityConfig: {},
    }),
    attributes: { Arn: 'arn:acl' },
  },
  resource('AWS::WAFv2::WebACLAssociation', 'association', {
    WebACLArn: 'arn:acl',
    ResourceArn: `arn:aws:apigateway:eu-west-1::/restapis/${api}/stages/prod`,
  }),
];

const API = [...restApi(), ...route('GET', '/v1/calls', 'list-calls', GUARDED), ...authorizer()];

/** A gateway with that web ACL and a clock that stands still until it is set. */
async function start(rules: readonly object[], more: readonly ReturnType<typeof resource>[] = []) {
  const clock = { now: 1_000_000 };
  const guard = () => {
    const policyDocument = {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }],
    };
    return { ok: true as const, payload: { principalId: 'p', policyDocument } };
  };
  const running = await startGateway(
    [...API, ...webAcl(rules), ...more],
    { 'list-calls': () => ok(), guard },
    { now: () => clock.now },
  );
  const get = (token: string | undefined, path = '/v1/calls') =>
    fetch(`${running.url}${path}`, { headers: token === undefined ? {} : { authorization: token } });
  const statuses = async (token: string | undefined, times: number, path?: string) => {
    const found: number[] = [];
    for (let index = 0; index < times; index++) found.push((await get(token, path)).status);
    return found;
  };
  return { ...running, clock, get, statuses };
}

describe('a web ACL in front of a stage', () => {
  it("blocks an address above its limit before the authorizer and the function, with its rule's response", async () => {
    const { get, statuses, calls } = await start([rateRule(byAddress(10), CUSTOM)]);
    const within = await statuses('Bearer a', 10);
    const before = calls.length;

    const answer = await get('Bearer b');

    expect(within).toEqual(Array(10).fill(200));
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.text()).toBe(BODY);
    expect(calls).toHaveLength(before);
  });

  it('counts blocked requests, and admits the address again after the window', async () => {
    const { clock, statuses } = await start([rateRule(byAddress(10), CUSTOM)]);
    await statuses('Bearer a', 12);

    clock.now += 30_000;
    const still = await statuses('Bearer a', 1);
    clock.now += 30_000;
    const again = await statuses('Bearer a', 1);

    expect([...still, ...again]).toEqual([429, 200]);
  });

  it('counts requests by a header: each value has its own limit, and requests without it are not counted', async () => {
    const { statuses } = await start([rateRule(byToken(10), CUSTOM)]);
    await statuses('Bearer a', 10);

    const [same] = await statuses('Bearer a', 1);
    const [other] = await statuses('Bearer b', 1);
    const none = await statuses(undefined, 12);

    expect([same, other]).toEqual([429, 200]);
    expect(none).toEqual(Array(12).fill(401));
  });

  it('counts requests of unknown methods, and those that the authorizer refuses', async () => {
    const { statuses } = await start([rateRule(byAddress(10), CUSTOM)]);

    const unknown = await statuses(undefined, 5, '/v1/nothing');
    const refused = await statuses(undefined, 6);

    expect([...unknown, ...refused]).toEqual([...Array(5).fill(403), ...Array(5).fill(401), 429]);
  });

  it('evaluates its rules in the order of their priority', async () => {
    const teapot = { CustomResponse: { ResponseCode: 418 } };
    const { statuses } = await start([rateRule(byAddress(10), CUSTOM, 1), rateRule(byToken(10), teapot, 0)]);

    expect((await statuses('Bearer a', 11)).at(-1)).toBe(418);
  });

  it('answers with the gateway response of its type if the rule has no response', async () => {
    const { get, statuses } = await start(
      [rateRule(byAddress(10))],
      [
        gatewayResponse('WAF_FILTERED', {
          ResponseTemplates: { 'application/json': '{"type":"$context.error.responseType"}' },
        }),
      ],
    );
    await statuses('Bearer a', 10);

    const answer = await get('Bearer a');

    expect([answer.status, await answer.text()]).toEqual([403, '{"type":"WAF_FILTERED"}']);
  });
});

describe('a rule about a header', () => {
  const bodySize = {
    Name: 'size',
    Priority: 0,
    Statement: {
      RegexMatchStatement: {
        RegexString: '^[0-9]{3,}$',
        FieldToMatch: { SingleHeader: { Name: 'Content-Length' } },
        TextTransformations: [{ Priority: 0, Type: 'NONE' }],
      },
    },
    Action: { Block: { CustomResponse: { ResponseCode: 413, CustomResponseBodyKey: 'too-many' } } },
    VisibilityConfig: {},
  };

  it('blocks requests that match its pattern, with its response', async () => {
    const { url } = await start([bodySize]);
    const post = async (length: number) => {
      const answer = await fetch(`${url}/v1/calls`, { method: 'POST', body: 'x'.repeat(length) });
      return [answer.status, await answer.text()];
    };

    expect(await post(100)).toEqual([413, BODY]);
    expect(await post(99)).not.toContain(413);
  });

  it('lets requests without the header pass', async () => {
    const { statuses } = await start([bodySize]);

    expect(await statuses('Bearer a', 1)).toEqual([200]);
  });
});

describe('a group of managed rules', () => {
  it('is ignored, because its rules are not public', async () => {
    const { statuses } = await start([
      {
        Name: 'managed',
        Priority: 0,
        Statement: { ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' } },
        OverrideAction: { Count: {} },
        VisibilityConfig: {},
      },
    ]);

    expect(await statuses('Bearer a', 1)).toEqual([200]);
  });
});

describe('an unsupported web ACL', () => {
  it.each([
    ['a limit below 10', rateRule(byAddress(9))],
    ['a window that AWS WAF does not have', rateRule({ ...byAddress(10), EvaluationWindowSec: 30 })],
    ['another kind of statement', { ...rateRule(byAddress(10)), Statement: { GeoMatchStatement: {} } }],
    ['another key', rateRule({ ...byAddress(10), AggregateKeyType: 'CONSTANT' })],
    [
      'a missing body',
      rateRule(byAddress(10), { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'x' } }),
    ],
  ])('is an error at the start: %s', async (_, rule) => {
    await expect(startGateway([...API, ...webAcl([rule])], {})).rejects.toThrow('Api/acl');
  });
});
