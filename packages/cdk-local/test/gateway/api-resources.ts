import type { Resource } from '../../src/template/resource.ts';

/** Prefix of the functions' ARNs; the rest is the function's name. */
export const FUNCTION_ARN = 'arn:aws:lambda:eu-west-1:111122223333:function:';

/** A resource of a stack named Api, its reference being its logical id. */
export function resource(type: string, logicalId: string, properties: Record<string, unknown>): Resource {
  return { stack: 'Api', logicalId, type, ref: logicalId, attributes: {}, properties };
}

/** URI of an integration or an authorizer that calls the function of that name. */
export function lambdaUri(name: string): string {
  return `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${FUNCTION_ARN}${name}/invocations`;
}

/** A permission for API Gateway to call the function; `source` follows the account in the ARN. */
export function permission(name: string, source: string): Resource {
  return resource('AWS::Lambda::Permission', `Permission-${name}-${source}`, {
    Action: 'lambda:InvokeFunction',
    FunctionName: `${FUNCTION_ARN}${name}`,
    Principal: 'apigateway.amazonaws.com',
    SourceArn: `arn:aws:execute-api:eu-west-1:111122223333:${source}`,
  });
}

/** A REST API that is deployed to a stage named prod. */
export function restApi(
  properties: Record<string, unknown> = {},
  stage: Record<string, unknown> = {},
  id = 'rest',
): readonly Resource[] {
  const api = resource('AWS::ApiGateway::RestApi', id, { Name: id, ...properties });
  return [
    { ...api, attributes: { RootResourceId: `${id}-root` } },
    resource('AWS::ApiGateway::Stage', `${id}-stage`, {
      RestApiId: id,
      StageName: 'prod',
      DeploymentId: `${id}-deployment`,
      ...stage,
    }),
  ];
}

/** The resources of a path and a method there, with a function of the method's name and the permission to call it. */
export function route(
  method: string,
  path: string,
  functionName: string,
  options: {
    readonly method?: Record<string, unknown>;
    readonly integration?: Record<string, unknown>;
    readonly api?: string;
  } = {},
): readonly Resource[] {
  const api = options.api ?? 'rest';
  const parts = path.split('/').filter((part) => part !== '');
  const idAt = (depth: number) => (depth === 0 ? `${api}-root` : `${api}:${parts.slice(0, depth).join('/')}`);
  const pathResources = parts.map((part, index) =>
    resource('AWS::ApiGateway::Resource', idAt(index + 1), {
      RestApiId: api,
      ParentId: idAt(index),
      PathPart: part,
    }),
  );
  const pattern = path.replace(/\{[^}]+\}/g, '*');
  return [
    ...pathResources,
    resource('AWS::ApiGateway::Method', `${api} ${method} ${path}`, {
      RestApiId: api,
      ResourceId: idAt(parts.length),
      HttpMethod: method,
      AuthorizationType: 'NONE',
      Integration: {
        Type: 'AWS_PROXY',
        IntegrationHttpMethod: 'POST',
        Uri: lambdaUri(functionName),
        ...options.integration,
      },
      ...options.method,
    }),
    permission(functionName, `${api}/prod/${method}${pattern}`),
  ];
}

/** An authorizer named `guard` with a function of that name. */
export function authorizer(properties: Record<string, unknown> = {}): readonly Resource[] {
  return [
    resource('AWS::ApiGateway::Authorizer', 'guard', {
      RestApiId: 'rest',
      Name: 'guard',
      Type: 'REQUEST',
      AuthorizerUri: lambdaUri('guard'),
      IdentitySource: 'method.request.header.Authorization',
      AuthorizerResultTtlInSeconds: 60,
      ...properties,
    }),
    permission('guard', 'rest/authorizers/guard'),
  ];
}

/** Makes a route of `route()` ask the authorizer. */
export const GUARDED = { method: { AuthorizationType: 'CUSTOM', AuthorizerId: 'guard' } };

/** A gateway response of the API. */
export function gatewayResponse(type: string, properties: Record<string, unknown>): Resource {
  return resource('AWS::ApiGateway::GatewayResponse', type, {
    RestApiId: 'rest',
    ResponseType: type,
    ...properties,
  });
}

/** A WebSocket API at `/relay` with a function for each route key. */
export function webSocketApi(
  routes: Readonly<Record<string, string>>,
  integration: Record<string, unknown> = {},
  stage: Record<string, unknown> = {},
  selection = '$request.body.action',
): readonly Resource[] {
  return [
    resource('AWS::ApiGatewayV2::Api', 'sockets', {
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: selection,
    }),
    resource('AWS::ApiGatewayV2::Stage', 'sockets-stage', {
      ApiId: 'sockets',
      StageName: 'relay',
      ...stage,
    }),
    ...Object.entries(routes).flatMap(([key, name]) => [
      resource('AWS::ApiGatewayV2::Integration', `int-${key}`, {
        ApiId: 'sockets',
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: lambdaUri(name),
        ...integration,
      }),
      resource('AWS::ApiGatewayV2::Route', `route-${key}`, {
        ApiId: 'sockets',
        RouteKey: key,
        Target: `integrations/int-${key}`,
        AuthorizationType: 'NONE',
      }),
      permission(name, `sockets/*${key}`),
    ]),
  ];
}
