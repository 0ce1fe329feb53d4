import { describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { type Resource, synthesizedEnvironments } from '../support/templates.ts';

const { Production, Staging } = await synthesizedEnvironments();

/** The limit of each rule by its name, with its key. */
const rulesOf = ({ Properties }: Resource) =>
  // biome-ignore lint/suspicious/noExplicitAny: tests pick what they are about.
  Properties.Rules.map(({ Name, Statement: { RateBasedStatement: rated } }: any) => [
    Name,
    rated.Limit,
    rated.EvaluationWindowSec,
    rated.CustomKeys?.[0].Header.Name ?? rated.AggregateKeyType,
  ]);

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

  it('refuse with 429 in the form of the API’s errors, with the time of the next try', () => {
    const acls = Production.ofType('AWS::WAFv2::WebACL');

    for (const { Properties } of acls) {
      for (const { Action } of Properties.Rules) {
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
  ['production', Production],
  ['staging', Staging],
] as const)('the ceilings of %s', (_, { stacks }) => {
  it('are separate for the API and for callbacks', () => {
    const rateOf = (name: 'Api' | 'Calls') =>
      stacks[name].ofType('AWS::ApiGateway::Stage')[0]?.Properties.MethodSettings[0].ThrottlingRateLimit;

    expect([rateOf('Api'), rateOf('Calls')]).toEqual([4000, 5000]);
  });
});
