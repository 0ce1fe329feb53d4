import type { Authorizer } from '../rest-api.ts';
import type { RestRequest } from '../rest-request.ts';

/** The values of a request that an authorizer reads, in its order. Returns undefined if one is missing or malformed. */
export function identityOf(request: RestRequest, authorizer: Authorizer): readonly string[] | undefined {
  const values = authorizer.identitySources.map((source) => valueOfSource(request, source));
  const present = values.filter((value) => value !== undefined && value !== '');
  if (present.length < values.length) return undefined;
  const identity = present.filter((value) => value !== undefined);
  const [token = ''] = identity;
  return authorizer.validation && !authorizer.validation.test(token) ? undefined : identity;
}

/** The value at a place such as `method.request.header.Authorization`. Returns undefined if the request has none. */
export function valueOfSource(request: RestRequest, source: string): string | undefined {
  const [root = '', ...path] = source.split('.');
  if (root === 'stageVariables') return request.api.stage.variables?.[path.join('.')];
  if (root === 'context') return contextValue(request, path);
  const [, place, ...rest] = path;
  const name = rest.join('.');
  if (place === 'header') return request.headersByName[name.toLowerCase()];
  if (place === 'querystring') return request.query.single?.[name];
  if (place === 'path') return request.pathParameters?.[name];
  return undefined;
}

function contextValue(request: RestRequest, path: readonly string[]): string | undefined {
  let value: unknown = request.context;
  for (const name of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
