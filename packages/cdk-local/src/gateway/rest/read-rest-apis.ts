import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { rulesOfStage } from '../waf/read-web-acls.ts';
import { type GatewayResponse, readGatewayResponse } from './gateway-response.ts';
import { readAuthorizers } from './read-authorizers.ts';
import { readMethods } from './read-methods.ts';
import { resourcePaths } from './resource-paths.ts';
import type { ResponseType } from './response-types.ts';
import type { RestApi, RestStage, ThrottleSetting } from './rest-api.ts';
import { ACCOUNT_BURST, ACCOUNT_RATE } from './throttle.ts';

const OfApi = z.object({ RestApiId: z.string() });

const ApiProperties = z.object({ BinaryMediaTypes: z.array(z.string()).default([]) });

const StageProperties = z.object({
  StageName: z.string(),
  DeploymentId: z.string(),
  Variables: z.record(z.string(), z.string()).optional(),
  MethodSettings: z
    .array(
      z.object({
        HttpMethod: z.string().default('*'),
        ResourcePath: z.string().default('/*'),
        ThrottlingRateLimit: z.coerce.number().optional(),
        ThrottlingBurstLimit: z.coerce.number().optional(),
      }),
    )
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
  const stage = readStage(api, own('AWS::ApiGateway::Stage'), resources);
  const authorizers = readAuthorizers(own('AWS::ApiGateway::Authorizer'), resources, api.ref);
  const paths = resourcePaths(api, own('AWS::ApiGateway::Resource'));
  const responses = own('AWS::ApiGateway::GatewayResponse').map(readGatewayResponse);
  return {
    id: api.ref,
    name: nameOf(api),
    stage,
    binaryMediaTypes: readProperties(api, ApiProperties).BinaryMediaTypes,
    methods: readMethods({
      methods: own('AWS::ApiGateway::Method'),
      validators: own('AWS::ApiGateway::RequestValidator'),
      resources,
      paths,
      authorizers,
      source: `${api.ref}/${stage.name}`,
    }),
    gatewayResponses: new Map(
      responses.map((response): [ResponseType, GatewayResponse] => [response.type, response]),
    ),
  };
}

function ofApi(resources: Resources, type: string, apiId: string): readonly Resource[] {
  return resources.filter(
    (resource) => resource.type === type && readProperties(resource, OfApi).RestApiId === apiId,
  );
}

function readStage(api: Resource, stages: readonly Resource[], resources: Resources): RestStage {
  const [stage, ...others] = stages;
  if (!stage || others.length > 0) {
    throw new Error(`${nameOf(api)}: it has ${stages.length} stages, and exactly one can answer here`);
  }
  const { StageName, DeploymentId, Variables, MethodSettings } = readProperties(stage, StageProperties);
  const throttles = MethodSettings.flatMap((setting): ThrottleSetting[] => {
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = setting;
    if (rate === undefined && burst === undefined) return [];
    const path =
      setting.ResourcePath === '/*' ? '*' : setting.ResourcePath.slice(1).replaceAll('~1', '/') || '/';
    return [
      { path, httpMethod: setting.HttpMethod, rate: rate ?? ACCOUNT_RATE, burst: burst ?? ACCOUNT_BURST },
    ];
  });
  return {
    name: StageName,
    deploymentId: DeploymentId,
    variables: Variables ?? null,
    throttles,
    rateRules: rulesOfStage(resources, api.ref, StageName),
  };
}
