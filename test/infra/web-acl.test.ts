import { describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { type Resource, synthesizedEnvironments } from '../support/run/templates.ts';

const { Production, Staging } = await synthesizedEnvironments();

/** The limit of each rule that counts, by its name, with its key. */
const rulesOf = ({ Properties }: Resource) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests pick what they are about.
  Properties.Rules.flatMap(({ Name, Statement: { RateBasedStatement: rated } }: any) =>
    rated
      ? [
          [
            Name,
            rated.Limit,
            rated.EvaluationWindowSec,
            rated.CustomKeys?.[0].Header.Name ?? rated.AggregateKeyType,
          ],
        ]
      : [],
  );

/** Capacity units of AWS's own groups: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html */
const CAPACITY: Readonly<Record<string, number>> = {
  AWSManagedRulesCommonRuleSet: 700,
  AWSManagedRulesKnownBadInputsRuleSet: 200,
  AWSManagedRulesAmazonIpReputationList: 25,
};

/**
 * A rule by rate uses 2 units, and 30 for each key; one by a pattern 3; text transformations other than NONE would
 * add 10.
 */
// biome-ignore lint/suspicious/noExplicitAny: tests pick what they are about.
function capacityOf({ Statement }: any): number {
  const {
    RateBasedStatement: rated,
    RegexMatchStatement: matched,
    ManagedRuleGroupStatement: group,
  } = Statement;
  if (rated) return 2 + 30 * (rated.CustomKeys?.length ?? 0);
  return matched ? 3 : CAPACITY[group.Name]!;
}

describe('the web ACLs of production', () => {
  const { webAcl } = production;

  it('limit the API by address and by token, and the callbacks by address alone', () => {
    const [api] = Production.stacks.Api.ofType('AWS::WAFv2::WebACL');
    const [callbacks] = Production.stacks.Calls.ofType('AWS::WAFv2::WebACL');

    expect(rulesOf(api!)).toEqual([
      ['PerAddress', webAcl?.apiPerAddress, 60, 'IP'],
      ['PerToken', webAcl?.apiPerToken, 60, 'authorization'],
    ]);
    expect(rulesOf(callbacks!)).toEqual([['PerAddress', webAcl?.callbacksPerAddress, 60, 'IP']]);
  });

  it.each(
    Production.ofType('AWS::WAFv2::WebACL').map((acl) => [acl.id, acl] as const),
  )('use no more than the 1,500 capacity units that cost nothing more: %s', (_, { Properties }) => {
    const used = Properties.Rules.map(capacityOf).reduce((sum: number, each: number) => sum + each, 0);

    expect(used).toBeGreaterThan(900);
    expect(used).toBeLessThanOrEqual(1500);
  });

  it('use AWS’s own rules, and only count what these would block', () => {
    for (const { Properties } of Production.ofType('AWS::WAFv2::WebACL')) {
      // biome-ignore lint/suspicious/noExplicitAny: tests pick what they are about.
      const groups = Properties.Rules.filter(({ Statement }: any) => Statement.ManagedRuleGroupStatement);

      // biome-ignore lint/suspicious/noExplicitAny: tests pick what they are about.
      expect(groups.map(({ Name }: any) => Name)).toEqual(Object.keys(CAPACITY));
      for (const { OverrideAction, Statement } of groups) {
        expect(OverrideAction).toEqual({ Count: {} });
        expect(Statement.ManagedRuleGroupStatement).toEqual({
          VendorName: 'AWS',
          Name: expect.any(String),
        });
      }
    }
  });

  it('refuse a body whose declared length no function takes, as the functions do', () => {
    for (const { Properties } of Production.ofType('AWS::WAFv2::WebACL')) {
      // biome-ignore lint/suspicious/noExplicitAny: tests pick what they are about.
      const rule = Properties.Rules.find(({ Name }: any) => Name === 'BodySize');
      const { RegexString, FieldToMatch } = rule.Statement.RegexMatchStatement;
      const { CustomResponse } = rule.Action.Block;
      const refused = (length: string) => new RegExp(RegexString).test(length);

      expect(FieldToMatch).toEqual({ SingleHeader: { Name: 'content-length' } });
      expect(['0', '2', '299999', '300000', '309999'].filter(refused)).toEqual([]);
      expect(
        ['310000', '399999', '400000', '1000000', '0310000', '99999999999'].filter(refused),
      ).toHaveLength(6);
      expect(CustomResponse.ResponseCode).toBe(413);
      expect(
        JSON.parse(Properties.CustomResponseBodies[CustomResponse.CustomResponseBodyKey].Content),
      ).toEqual({
        detail: [{ loc: ['body'], msg: expect.stringContaining('300000'), type: 'body_too_large' }],
      });
    }
  });

  it('refuse with 429 in the form of the API’s errors, with the time of the next try', () => {
    const acls = Production.ofType('AWS::WAFv2::WebACL');

    for (const { Properties } of acls) {
      for (const { Action, Statement } of Properties.Rules) {
        if (!Statement.RateBasedStatement) continue;
        const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
        const { ContentType, Content } = Properties.CustomResponseBodies[CustomResponseBodyKey];
        expect([ResponseCode, ResponseHeaders, ContentType]).toEqual([
          429,
          [{ Name: 'retry-after', Value: '60' }],
          'APPLICATION_JSON',
        ]);
        expect(JSON.parse(Content)).toEqual({
          detail: [{ loc: [], msg: expect.stringMatching(/./), type: 'too_many_requests' }],
        });
      }
    }
  });

  it.each(['Api', 'Calls'] as const)('stand before the stage of the REST API of %s', (name) => {
    const stack = Production.stacks[name];
    const [acl] = stack.ofType('AWS::WAFv2::WebACL');
    const [api] = stack.ofType('AWS::ApiGateway::RestApi');
    const [association] = stack.ofType('AWS::WAFv2::WebACLAssociation');

    expect(association?.Properties.WebACLArn).toEqual({ 'Fn::GetAtt': [acl?.id, 'Arn'] });
    expect(JSON.stringify(association?.Properties.ResourceArn)).toContain(
      `::/restapis/",{"Ref":"${api?.id}"},"/stages/live"`,
    );
  });
});

describe('staging', () => {
  it('has no web ACL, which costs more than the rest of the environment', () => {
    expect(Staging.ofType('AWS::WAFv2::WebACL')).toEqual([]);
  });
});

describe.each([
  ['production', Production, 2000],
  ['staging', Staging, 2000],
] as const)('the ceilings of %s', (_, { stacks }, rate) => {
  it('are separate for the API and for callbacks', () => {
    const rateOf = (name: 'Api' | 'Calls') =>
      stacks[name].ofType('AWS::ApiGateway::Stage')[0]?.Properties.MethodSettings[0].ThrottlingRateLimit;

    expect([rateOf('Api'), rateOf('Calls')]).toEqual([rate, 5000]);
  });
});
