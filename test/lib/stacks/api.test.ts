import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import {
  ENVIRONMENTS,
  type Resource,
  type StackTemplate,
  synthesizedEnvironments,
} from '../../support/run/templates.ts';

const environments = await synthesizedEnvironments();

describe.each(ENVIRONMENTS)('the APIs of %s', (name) => {
  const { stacks, ofType } = environments[name];

  it('leave exactly the callbacks of the telephony vendor and the OpenAPI document without an authorizer', () => {
    const open = ofType('AWS::ApiGateway::Method').filter(
      ({ Properties }) => Properties.AuthorizationType === 'NONE',
    );

    const routes = open.map((method) => {
      const stack = stacks.Api.ofType('AWS::ApiGateway::Method').includes(method) ? stacks.Api : stacks.Calls;
      return routeOf(stack, method);
    });

    expect(routes.sort()).toEqual([
      'GET /v1/openapi.json',
      ...[
        'answer',
        'machine-detection',
        'recording',
        'relay-ended',
        'status',
        'transfer-ended',
        'transfer-key',
        'transfer-status',
        'transfer-whisper',
      ].map((kind) => `POST /telephony/calls/{user_id}/{call_id}/{key}/${kind}`),
      'POST /telephony/fallback',
      'POST /telephony/numbers/{user_id}/{number_id}/{key}/incoming',
      'POST /telephony/numbers/{user_id}/{number_id}/{key}/status',
    ]);
  });

  it('route every endpoint of the catalogue to the function of its file, and nothing else', () => {
    const expected = Object.entries(catalogue).map(
      ([entry, { method, path }]) => `${method} ${path} → api/${entry}`,
    );

    const routes = stacks.Api.ofType('AWS::ApiGateway::Method').map(
      (method) => `${routeOf(stacks.Api, method)} → ${entryBehind(stacks.Api, method)}`,
    );

    expect(routes.sort()).toEqual([...expected, 'GET /v1/openapi.json → http/openapi'].sort());
  });

  it('log each request once, into a group with a retention, without the token that an error could quote', () => {
    for (const { Properties } of ofType('AWS::ApiGateway::Stage')) {
      const { Format, DestinationArn } = Properties.AccessLogSetting;
      const [group] = ofType('AWS::Logs::LogGroup').filter(({ id }) =>
        JSON.stringify(DestinationArn).includes(`"${id}"`),
      );

      expect(Properties.MethodSettings).toEqual([expect.objectContaining({ LoggingLevel: 'OFF' })]);
      expect(group?.Properties.RetentionInDays).toBeGreaterThan(0);
      expect(Format).toContain('$context.error.responseType');
      expect(Format).not.toMatch(/error\.message/);
    }
  });

  it('cache the authorizer’s decision for 60 seconds, for each token and operation', () => {
    const authorizers = ofType('AWS::ApiGateway::Authorizer').map(({ Properties }) => Properties);

    expect(authorizers).toEqual([
      expect.objectContaining({
        Type: 'REQUEST',
        AuthorizerResultTtlInSeconds: 60,
        IdentitySource: 'method.request.header.Authorization,context.httpMethod,context.resourcePath',
      }),
    ]);
  });
});

/** `METHOD /path` of a method resource. */
function routeOf(stack: StackTemplate, { Properties }: Resource): string {
  const parts: string[] = [];
  let next: string | undefined = Properties.ResourceId.Ref;
  while (next !== undefined) {
    const resource = stack.resources.find(({ id }) => id === next);
    parts.unshift(resource?.Properties.PathPart);
    next = resource?.Properties.ParentId.Ref;
  }
  return `${Properties.HttpMethod} /${parts.join('/')}`;
}

/** The entry of the function that a method calls. */
function entryBehind(stack: StackTemplate, { Properties }: Resource): string {
  const uri = JSON.stringify(Properties.Integration.Uri);
  const fn = stack.ofType('AWS::Lambda::Function').find(({ id }) => uri.includes(`"${id}"`));
  return fn?.Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
}
