import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS, synthesizedEnvironments } from '../../support/run/templates.ts';

const environments = await synthesizedEnvironments();

describe.each(ENVIRONMENTS)('the WebSocket of %s', (name) => {
  const { ofType } = environments[name];
  const mocks = ofType('AWS::ApiGatewayV2::Integration').filter(
    ({ Properties }) => Properties.IntegrationType === 'MOCK',
  );

  // AWS sends an answer only with a route response:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-response.html
  it('answers nothing to the vendor', () => {
    const expressions = ofType('AWS::ApiGatewayV2::Route').flatMap(
      ({ Properties }) => Properties.RouteResponseSelectionExpression ?? [],
    );

    expect(ofType('AWS::ApiGatewayV2::RouteResponse')).toEqual([]);
    expect(expressions).toEqual([]);
  });

  it('drops frames by mocks that succeed', () => {
    const answered = ofType('AWS::ApiGatewayV2::IntegrationResponse').map(({ Properties }) => [
      Properties.IntegrationId.Ref,
      Properties.IntegrationResponseKey,
    ]);

    expect(mocks.length).toBeGreaterThan(0);
    expect(answered).toEqual(mocks.map(({ id }) => [id, '$default']));
    for (const { Properties } of mocks)
      expect(Properties.RequestTemplates[Properties.TemplateSelectionExpression]).toBe('{"statusCode": 200}');
  });
});
