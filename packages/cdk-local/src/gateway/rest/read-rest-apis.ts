import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { readLambdaTarget } from '../lambda-proxy/lambda-target.ts';
import { rateOf, ThrottleSettings } from '../throttle.ts';
import { readGatewayResponse } from './gateway-response.ts';
import { IntegrationProperties, readIntegration } from './read-integration.ts';
import type { Authorizer, RestApi, RestMethod, RestStage } from './rest-api.ts';

const OfApi = z.object({ RestApiId: z.string() });

const ApiProperties = z.object({
  BinaryMediaTypes: z.never('binary media types are not supported here').optional(),
  MinimumCompressionSize: z.coerce.number().int().optional(),
});

const MethodProperties = z.object({
  HttpMethod: z.string().regex(/^(?!ANY$)/, 'ANY is not supported here'),
  ResourceId: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM'], 'only NONE and CUSTOM are supported here').default('NONE'),
  AuthorizerId: z.string().optional(),
  RequestValidatorId: z.never('the validation of requests is not supported here').optional(),
  Integration: IntegrationProperties,
});

const StageProperties = z.object({
  StageName: z.string(),
  DeploymentId: z.string(),
  Variables: z.never('stage variables are not supported here').optional(),
  MethodSettings: z
    .array(
      ThrottleSettings.extend({
        HttpMethod: z.literal('*', 'settings of single methods are not supported here').optional(),
        ResourcePath: z.literal('/*', 'settings of single paths are not supported here').optional(),
      }),
    )
    .max(1)
    .default([]),
});

/** Reads every REST API of the template. Throws an error that names an unsupported resource. */
export function readRestApis(resources: Resources): readonly RestApi[] {
  return resources
    .filter(({ type }) => type === 'AWS::ApiGateway::RestApi')
    .map((api) => readApi(api, resources));
}

function readApi(api: Resource, resources: Resources): RestApi {
  const own = (type: string) => ofApi(resources, type, api.ref);
  const stage = readStage(api, own('AWS::ApiGateway::Stage'));
  const authorizers = new Map(
    own('AWS::ApiGateway::Authorizer').map((one) => [one.ref, readAuthorizer(one, resources, api.ref)]),
  );
  const paths = resourcePaths(api, own('AWS::ApiGateway::Resource'));
  const responses = own('AWS::ApiGateway::GatewayResponse').map(readGatewayResponse);
  const { MinimumCompressionSize } = readProperties(api, ApiProperties);
  const readMethod = (method: Resource): RestMethod => {
    const { HttpMethod, ResourceId, AuthorizationType, ...properties } = readProperties(
      method,
      MethodProperties,
    );
    const resourcePath = paths.get(ResourceId);
    if (resourcePath === undefined) throw new Error(`${nameOf(method)}: there is no resource ${ResourceId}`);
    const authorizer = authorizers.get(properties.AuthorizerId ?? '');
    if (AuthorizationType === 'CUSTOM' && !authorizer)
      throw new Error(`${nameOf(method)}: there is no authorizer ${properties.AuthorizerId}`);
    return {
      httpMethod: HttpMethod,
      resourceId: ResourceId,
      resourcePath,
      authorizer: AuthorizationType === 'CUSTOM' ? authorizer : undefined,
      integration: readIntegration(properties.Integration, {
        resources,
        source: `${api.ref}/${stage.name}/${HttpMethod}${resourcePath}`,
        owner: nameOf(method),
      }),
    };
  };
  return {
    id: api.ref,
    name: nameOf(api),
    stage,
    minimumCompressionSize: MinimumCompressionSize,
    methods: own('AWS::ApiGateway::Method').map(readMethod),
    gatewayResponses: new Map(responses.map((response) => [response.type, response])),
  };
}

function ofApi(resources: Resources, type: string, apiId: string): readonly Resource[] {
  return resources.filter(
    (resource) => resource.type === type && readProperties(resource, OfApi).RestApiId === apiId,
  );
}

function readStage(api: Resource, stages: readonly Resource[]): RestStage {
  const [stage, ...others] = stages;
  if (!stage || others.length > 0) {
    throw new Error(`${nameOf(api)}: it has ${stages.length} stages, and exactly one can answer here`);
  }
  const { StageName, DeploymentId, MethodSettings } = readProperties(stage, StageProperties);
  return { name: StageName, deploymentId: DeploymentId, limit: rateOf(MethodSettings[0] ?? {}) };
}

const Properties = z.object({
  ParentId: z.string(),
  PathPart: z.string().regex(/^[^+]*$/, 'greedy parameters are not supported here'),
});

/** The path of each resource of an API by the resource's id, including the root: `/v1/calls/{id}`. */
function resourcePaths(api: Resource, resources: readonly Resource[]): ReadonlyMap<string, string> {
  const rootId = api.attributes.RootResourceId;
  if (rootId === undefined) throw new Error(`${nameOf(api)}: it has no RootResourceId`);
  const byId = new Map(resources.map((resource) => [resource.ref, resource]));
  const pathOf = (resource: Resource): string => {
    const { ParentId, PathPart } = readProperties(resource, Properties);
    if (ParentId === rootId) return `/${PathPart}`;
    const parent = byId.get(ParentId);
    if (!parent) throw new Error(`${nameOf(resource)}: there is no parent ${ParentId}`);
    return `${pathOf(parent)}/${PathPart}`;
  };
  return new Map([
    [rootId, '/'],
    ...resources.map((resource): [string, string] => [resource.ref, pathOf(resource)]),
  ]);
}

const AuthorizerProperties = z.object({
  Type: z.literal('REQUEST', 'only REQUEST authorizers are supported here'),
  AuthorizerUri: z.string(),
  AuthorizerCredentials: z.string().optional(),
  IdentitySource: z
    .string()
    .regex(
      /^((method\.request\.header|context)\.[\w-]+(, *|$))+$/,
      'only headers and values of the context are supported here',
    ),
  AuthorizerResultTtlInSeconds: z.coerce.number().min(0).max(3600).default(300),
});

function readAuthorizer(resource: Resource, resources: Resources, apiId: string): Authorizer {
  const properties = readProperties(resource, AuthorizerProperties);
  return {
    id: resource.ref,
    target: readLambdaTarget({
      resources,
      uri: properties.AuthorizerUri,
      source: `${apiId}/authorizers/${resource.ref}`,
      credentials: properties.AuthorizerCredentials,
      owner: nameOf(resource),
    }),
    identitySources: properties.IdentitySource.split(/, */),
    ttlMs: properties.AuthorizerResultTtlInSeconds * 1000,
  };
}
