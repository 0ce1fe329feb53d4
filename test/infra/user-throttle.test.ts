import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { usageKey } from '../../lambdas/domain/tokens/usage-key.ts';
import { production } from '../../lib/config/production.ts';
import { staging } from '../../lib/config/staging.ts';
import { stageTemplates } from '../support/run/stage-templates.ts';

/** The methods of the API of consumers, by whether they need a token. */
const methodsOf = ({ Api }: ReturnType<typeof stageTemplates>) =>
  Object.values(Api!.findResources('AWS::ApiGateway::Method')).map(({ Properties }) => ({
    hasAuthorizer: Properties.AuthorizationType === 'CUSTOM',
    isApiKeyRequired: Properties.ApiKeyRequired ?? false,
  }));

const usageKeysOf = ({ Api }: ReturnType<typeof stageTemplates>) =>
  Object.values(Api!.findResources('AWS::Lambda::Function')).flatMap(
    ({ Properties }) => Properties.Environment.Variables.USAGE_KEYS ?? [],
  );

describe('the throttle of each user in production', () => {
  const stacks = stageTemplates(production);
  const { UserThrottle, Api, Calls } = stacks;
  const keys = Object.values(UserThrottle!.findResources('AWS::ApiGateway::ApiKey'));
  const { userThrottle } = production;

  it('is a usage plan of the API’s stage', () => {
    UserThrottle!.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      ApiStages: [{ ApiId: { 'Fn::ImportValue': Match.anyValue() }, Stage: 'live' }],
      Throttle: { RateLimit: userThrottle!.rate, BurstLimit: userThrottle!.burst },
    });
    UserThrottle!.resourceCountIs('AWS::ApiGateway::UsagePlan', 1);
  });

  it('has as many keys as the configuration says, with the values that the authorizer names', () => {
    const values = keys.map(({ Properties }) => Properties.Value);
    const expected = Array.from({ length: userThrottle!.keys }, (_, number) =>
      usageKey('phone-call-agents-production', number),
    );

    expect(values.sort()).toEqual(expected.sort());
    expect(new Set(values).size).toBe(100);
    for (const { Properties } of keys) {
      expect(Properties.Enabled).toBe(true);
      expect(Properties.Value).toMatch(/^[0-9A-Za-z]{20,128}$/);
    }
    UserThrottle!.resourceCountIs('AWS::ApiGateway::UsagePlanKey', userThrottle!.keys);
    expect(usageKeysOf(stacks)).toEqual([String(userThrottle!.keys)]);
  });

  it('adds one key after another, because API Gateway refuses two at once', () => {
    const planKeys = UserThrottle!.findResources('AWS::ApiGateway::UsagePlanKey');
    const followers = Map.groupBy(
      Object.values(planKeys).flatMap(({ DependsOn }) => DependsOn ?? []),
      String,
    );

    expect(followers.size).toBe(Object.keys(planKeys).length - 1);
    for (const [follower, times] of followers) {
      expect(planKeys).toHaveProperty(follower);
      expect(times).toHaveLength(1);
    }
  });

  it('is required of every method with a token, and of no other', () => {
    for (const { hasAuthorizer, isApiKeyRequired } of methodsOf(stacks))
      expect(isApiKeyRequired).toBe(hasAuthorizer);
  });

  it('takes keys from the authorizer only: a client cannot choose whose throttle counts', () => {
    for (const stack of [Api!, Calls!])
      stack.allResourcesProperties('AWS::ApiGateway::RestApi', { ApiKeySourceType: 'AUTHORIZER' });
  });

  it('answers a key without a plan with 500', () => {
    Api!.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
      ResponseType: 'INVALID_API_KEY',
      StatusCode: '500',
    });
  });

  it('stays below the resources that a stack may have, with as many keys as are permitted', () => {
    const { UserThrottle: most } = stageTemplates({
      ...production,
      userThrottle: { rate: 1, burst: 1, keys: 240 },
    });

    expect(Object.keys(most!.toJSON().Resources).length).toBeLessThan(500);
  });

  it('can be prepared: with inUse false the keys exist, and no method requires them', () => {
    const prepared = stageTemplates({ ...production, userThrottle: { ...userThrottle!, inUse: false } });

    prepared.UserThrottle!.resourceCountIs('AWS::ApiGateway::ApiKey', userThrottle!.keys);
    expect(methodsOf(prepared).filter(({ isApiKeyRequired }) => isApiKeyRequired)).toEqual([]);
    expect(usageKeysOf(prepared)).toEqual(['0']);
  });
});

describe('an environment without a throttle of each user', () => {
  it.each([
    ['staging', staging],
    ['production without the line', { ...production, userThrottle: undefined }],
  ])('has no keys, and needs none: %s', (_, { userThrottle: _line, ...config }) => {
    const stacks = stageTemplates(config);

    expect(stacks.UserThrottle).toBeUndefined();
    expect(methodsOf(stacks).filter(({ isApiKeyRequired }) => isApiKeyRequired)).toEqual([]);
    expect(usageKeysOf(stacks)).toEqual(['0']);
  });
});
