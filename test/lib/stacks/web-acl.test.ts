import { describe, expect, it } from 'vitest';
import { synthesizedEnvironments } from '../../support/run/templates.ts';

const { Production } = await synthesizedEnvironments();

describe.each([
  ['Api', 'api', true],
  ['Calls', 'callbacks', false],
] as const)('what the web ACL of the stack %s keeps of requests', (stack, name, showsPaths) => {
  const { ofType } = Production.stacks[stack];
  const [acl] = ofType('AWS::WAFv2::WebACL');
  const [logging] = ofType('AWS::WAFv2::LoggingConfiguration');
  const full = `phone-call-agents-production-${name}`;

  it('has metrics and a log of its own, with a retention', () => {
    const groups = ofType('AWS::Logs::LogGroup').filter(({ Properties }) => Properties.LogGroupName);

    expect(acl?.Properties.VisibilityConfig.MetricName).toBe(full);
    expect(groups.map(({ Properties }) => Properties)).toEqual([
      expect.objectContaining({ LogGroupName: `aws-waf-logs-${full}`, RetentionInDays: 90 }),
    ]);
    expect(logging?.Properties.ResourceArn).toEqual({ 'Fn::GetAtt': [acl?.id, 'Arn'] });
    expect(JSON.stringify(logging?.Properties.LogDestinationConfigs)).toContain(`{"Ref":"${groups[0]?.id}"}`);
  });

  it('is only what a rule counts or blocks', () => {
    const { DefaultBehavior, Filters } = logging?.Properties.LoggingFilter ?? {};

    expect(DefaultBehavior).toBe('DROP');
    expect(JSON.stringify(Filters).match(/"Action":"\w+"/g)).toEqual(
      ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((action) => `"Action":"${action}"`),
    );
  });

  it('has no token, search or body, and no path with a key', () => {
    const kept = acl?.Properties.DataProtectionConfig.DataProtections;
    const sampled = [acl?.Properties, ...(acl?.Properties.Rules ?? [])].map(
      ({ VisibilityConfig }) => VisibilityConfig.SampledRequestsEnabled,
    );

    expect(kept).toEqual([
      { Action: 'SUBSTITUTION', Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization'] } },
      { Action: 'SUBSTITUTION', Field: { FieldType: 'QUERY_STRING' } },
      { Action: 'SUBSTITUTION', Field: { FieldType: 'BODY' } },
    ]);
    expect(new Set(sampled)).toEqual(new Set([showsPaths]));
    expect(logging?.Properties.RedactedFields).toEqual(showsPaths ? undefined : [{ UriPath: {} }]);
  });
});

describe.each(
  Production.ofType('AWS::WAFv2::WebACL').map(({ id, Properties }) => [id, Properties] as const),
)('the web ACL %s', (_, { Rules, CustomResponseBodies }) => {
  // biome-ignore lint/suspicious/noExplicitAny: as in templates
  const refusalOf = (rule: any) => {
    const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = rule.Action.Block.CustomResponse;
    return [ResponseCode, ResponseHeaders, JSON.parse(CustomResponseBodies[CustomResponseBodyKey].Content)];
  };

  it('refuses a body whose declared length no function takes, as the functions do', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as in templates
    const rule = Rules.find(({ Name }: any) => Name === 'BodySize');
    const length = new RegExp(rule.Statement.RegexMatchStatement.RegexString);

    expect(['0', '2', '299999', '300000', '309999'].filter((text) => length.test(text))).toEqual([]);
    expect(['310000', '400000', '1000000', '0310000', '99999999999'].every((text) => length.test(text))).toBe(
      true,
    );
    expect(refusalOf(rule)).toEqual([
      413,
      undefined,
      { detail: [{ loc: ['body'], msg: expect.stringContaining('300000'), type: 'body_too_large' }] },
    ]);
  });

  it('refuses with 429 in the form of the API’s errors, with the time of the next try', () => {
    // biome-ignore lint/suspicious/noExplicitAny: as in templates
    const rated = Rules.filter(({ Statement }: any) => Statement.RateBasedStatement);

    expect(rated.length).toBeGreaterThan(0);
    for (const rule of rated)
      expect(refusalOf(rule)).toEqual([
        429,
        [{ Name: 'retry-after', Value: '60' }],
        { detail: [{ loc: [], msg: expect.stringMatching(/./), type: 'too_many_requests' }] },
      ]);
  });
});
