import * as z from 'zod';
import { nameOf, readProperties } from '../../../template/properties.ts';
import type { Resource, Resources } from '../../../template/resource.ts';
import { readLambdaTarget } from '../../lambda-proxy/lambda-target.ts';
import type { Authorizer } from '../rest-api.ts';

const Properties = z.object({
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

export function readAuthorizers(
  authorizers: readonly Resource[],
  resources: Resources,
  apiId: string,
): ReadonlyMap<string, Authorizer> {
  return new Map(authorizers.map((resource) => [resource.ref, readAuthorizer(resource, resources, apiId)]));
}

function readAuthorizer(resource: Resource, resources: Resources, apiId: string): Authorizer {
  const properties = readProperties(resource, Properties);
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
