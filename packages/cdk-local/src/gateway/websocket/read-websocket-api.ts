import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { readLambdaTarget } from '../lambda-proxy/lambda-target.ts';
import { statusTemplate } from '../rest/read-integration.ts';
import { rateOf, ThrottleSettings } from '../throttle.ts';
import { parseSelection } from './route-selection.ts';
import type { WebSocketApi, WebSocketRoute } from './websocket-api.ts';

const OfApi = z.object({ ApiId: z.string() });
const ApiProperties = z.object({
  ProtocolType: z.literal('WEBSOCKET', { error: 'only WebSocket APIs are supported here' }),
  RouteSelectionExpression: z.string(),
});
const StageProperties = z.object({
  StageName: z.string(),
  StageVariables: z.never('stage variables are not supported here').optional(),
  DefaultRouteSettings: ThrottleSettings.default({}),
  RouteSettings: z.never('settings of single routes are not supported here').optional(),
});
const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal('NONE', { error: 'only NONE is supported here' }).default('NONE'),
  ApiKeyRequired: z.literal(false).default(false),
  RouteResponseSelectionExpression: z.never({ error: 'route responses are not supported here' }).optional(),
});
const IntegrationType = z.object({
  IntegrationType: z.enum(['AWS_PROXY', 'MOCK'], { error: 'only AWS_PROXY and MOCK are supported here' }),
});
const IntegrationProperties = z.object({
  IntegrationUri: z.string(),
});

/** Reads the WebSocket API of the template, if there is one. Throws an error that names an unsupported resource. */
export function readWebSocketApi(resources: Resources): WebSocketApi | undefined {
  const [api, second] = resources.filter(({ type }) => type === 'AWS::ApiGatewayV2::Api');
  if (second) throw new Error(`${nameOf(second)}: the local runtime serves one WebSocket API`);
  if (!api) return undefined;
  const { RouteSelectionExpression: expression } = readProperties(api, ApiProperties);
  const selection = parseSelection(expression);
  if (!selection) throw new Error(`${nameOf(api)}: the route selection ${expression} is not supported here`);
  const [stage, ...others] = ofApi(resources, 'AWS::ApiGatewayV2::Stage', api.ref);
  if (!stage || others.length > 0) throw new Error(`${nameOf(api)}: it must have exactly one stage`);
  const { StageName, DefaultRouteSettings } = readProperties(stage, StageProperties);
  const source = `${api.ref}/${StageName}`;
  const routes = ofApi(resources, 'AWS::ApiGatewayV2::Route', api.ref);
  return {
    id: api.ref,
    stage: StageName,
    selection,
    routes: new Map(routes.map((route) => readRoute(route, resources, source))),
    limit: rateOf(DefaultRouteSettings),
  };
}

function readRoute(route: Resource, resources: Resources, source: string): [string, WebSocketRoute] {
  const { RouteKey, Target } = readProperties(route, RouteProperties);
  const integrationId = Target.replace(/^integrations\//, '');
  const integration = resources.find(
    ({ type, ref }) => type === 'AWS::ApiGatewayV2::Integration' && ref === integrationId,
  );
  if (!integration) throw new Error(`${nameOf(route)}: there is no integration ${integrationId}`);
  if (readProperties(integration, IntegrationType).IntegrationType === 'MOCK') {
    requireAnswer(integration, resources);
    return [RouteKey, 'mock'];
  }
  const { IntegrationUri } = readProperties(integration, IntegrationProperties);
  const target = readLambdaTarget({
    resources,
    uri: IntegrationUri,
    source: `${source}/${RouteKey}`,
    credentials: undefined,
    owner: `${nameOf(integration)}, route ${RouteKey}`,
  });
  return [RouteKey, target];
}

const MockProperties = z.object({
  TemplateSelectionExpression: z.string().default(''),
  RequestTemplates: z.record(z.string(), z.string()).default({}),
});

/** A mock without a template for each message, or without an integration response, fails with an error frame. */
function requireAnswer(integration: Resource, resources: Resources): void {
  const { TemplateSelectionExpression, RequestTemplates } = readProperties(integration, MockProperties);
  const selected = RequestTemplates[TemplateSelectionExpression.replace(/^\\/, '')];
  if (!statusTemplate.safeParse(selected).success)
    throw new Error(
      `${nameOf(integration)}: a mock needs a selected request template of {"statusCode": 200} here`,
    );
  const answers = resources.some(
    ({ type, properties: { IntegrationId, IntegrationResponseKey } }) =>
      type === 'AWS::ApiGatewayV2::IntegrationResponse' &&
      IntegrationId === integration.ref &&
      IntegrationResponseKey === '$default',
  );
  if (!answers)
    throw new Error(`${nameOf(integration)}: a mock needs the integration response $default here`);
}

function ofApi(resources: Resources, type: string, apiId: string): readonly Resource[] {
  return resources.filter(
    (resource) => resource.type === type && readProperties(resource, OfApi).ApiId === apiId,
  );
}
