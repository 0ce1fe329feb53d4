import * as z from 'zod';
import { nameOf, readProperties } from '../../../template/properties.ts';
import type { Resource, Resources } from '../../../template/resource.ts';
import { readLambdaTarget } from '../../lambda-proxy/lambda-target.ts';
import type { Authorizer } from '../rest-api.ts';

const Properties = z.object({
  Type: z.enum(['TOKEN', 'REQUEST']),
  AuthorizerUri: z.string(),
  AuthorizerCredentials: z.string().optional(),
  IdentitySource: z.string().optional(),
  IdentityValidationExpression: z.string().optional(),
  AuthorizerResultTtlInSeconds: z.coerce.number().min(0).max(3600).default(300),
});

/** Reads the authorizers of an API, by their ids. */
export function readAuthorizers(
  authorizers: readonly Resource[],
  resources: Resources,
  apiId: string,
): ReadonlyMap<string, Authorizer> {
  return new Map(authorizers.map((resource) => [resource.ref, readAuthorizer(resource, resources, apiId)]));
}

function readAuthorizer(resource: Resource, resources: Resources, apiId: string): Authorizer {
  const properties = readProperties(resource, Properties);
  const { Type, IdentityValidationExpression: validation } = properties;
  const identitySources = (properties.IdentitySource ?? '')
    .split(',')
    .flatMap((source) => source.trim() || []);
  const ttlMs = properties.AuthorizerResultTtlInSeconds * 1000;
  if (identitySources.length === 0 && (Type === 'TOKEN' || ttlMs > 0)) {
    throw new Error(`${nameOf(resource)}: it needs an IdentitySource`);
  }
  return {
    id: resource.ref,
    type: Type,
    target: readLambdaTarget({
      resources,
      uri: properties.AuthorizerUri,
      source: `${apiId}/authorizers/${resource.ref}`,
      credentials: properties.AuthorizerCredentials,
      owner: nameOf(resource),
    }),
    identitySources,
    validation: Type === 'TOKEN' && validation ? new RegExp(`^(?:${validation})$`) : undefined,
    ttlMs,
  };
}
