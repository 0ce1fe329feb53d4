import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { IntegrationProperties, readIntegration } from './read-integration.ts';
import type { Authorizer, RestMethod } from './rest-api.ts';

const MethodProperties = z.object({
  HttpMethod: z.string().regex(/^(?!ANY$)/, 'ANY is not supported here'),
  ResourceId: z.string(),
  AuthorizationType: z.string().default('NONE'),
  AuthorizerId: z.string().optional(),
  RequestValidatorId: z.never('the validation of requests is not supported here').optional(),
  Integration: IntegrationProperties,
});
type MethodProperties = z.infer<typeof MethodProperties>;

interface Surroundings {
  readonly methods: readonly Resource[];
  readonly resources: Resources;
  readonly paths: ReadonlyMap<string, string>;
  readonly authorizers: ReadonlyMap<string, Authorizer>;
  readonly source: string;
}

/** Reads the methods of an API. Throws an error that names an unsupported method. */
export function readMethods(surroundings: Surroundings): readonly RestMethod[] {
  return surroundings.methods.map((method) => readMethod(method, surroundings));
}

function readMethod(method: Resource, surroundings: Surroundings): RestMethod {
  const properties = readProperties(method, MethodProperties);
  const resourcePath = surroundings.paths.get(properties.ResourceId);
  if (resourcePath === undefined)
    throw new Error(`${nameOf(method)}: there is no resource ${properties.ResourceId}`);
  const owner = `${nameOf(method)}, ${properties.HttpMethod} ${resourcePath}`;
  return {
    httpMethod: properties.HttpMethod,
    resourceId: properties.ResourceId,
    resourcePath,
    authorizer: readMethodAuthorizer(properties, surroundings, owner),
    integration: readIntegration(properties.Integration, {
      resources: surroundings.resources,
      source: `${surroundings.source}/${properties.HttpMethod}${resourcePath}`,
      owner,
    }),
  };
}

function readMethodAuthorizer(
  { AuthorizationType, AuthorizerId }: MethodProperties,
  { authorizers }: Surroundings,
  owner: string,
): Authorizer | undefined {
  if (AuthorizationType === 'NONE') return undefined;
  if (AuthorizationType !== 'CUSTOM') {
    throw new Error(`${owner}: authorization type ${AuthorizationType} is not supported here`);
  }
  const authorizer = authorizers.get(AuthorizerId ?? '');
  if (!authorizer) throw new Error(`${owner}: there is no authorizer ${AuthorizerId}`);
  return authorizer;
}
