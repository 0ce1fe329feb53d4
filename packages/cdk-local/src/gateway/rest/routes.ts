import type { RestApi, RestMethod } from './rest-api.ts';

interface Route {
  readonly api: RestApi;
  readonly resourcePath: string;
  readonly pattern: RegExp;
  readonly parameterNames: readonly string[];
  readonly methods: Map<string, RestMethod>;
}

export interface RouteMatch {
  readonly api: RestApi;
  readonly method: (httpMethod: string) => RestMethod | undefined;
  /** Decoded; null if the resource's path has no parameters. */
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

/** Finds the resource of a path, with or without a trailing slash. */
export type Router = (path: string) => RouteMatch | undefined;

/** A router over all APIs. Throws an error if two of them have the same path. */
export function createRouter(apis: readonly RestApi[]): Router {
  const routes = new Map<string, Route>();
  for (const api of apis) {
    for (const method of api.methods) addMethod(routes, api, method);
  }
  const mostSpecificFirst = [...routes.values()].sort((left, right) =>
    precedence(left.resourcePath) < precedence(right.resourcePath) ? -1 : 1,
  );
  return (path) => {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    for (const route of mostSpecificFirst) {
      const match = route.pattern.exec(trimmed);
      if (match) return toMatch(route, match);
    }
    return undefined;
  };
}

function addMethod(routes: Map<string, Route>, api: RestApi, method: RestMethod): void {
  const { resourcePath, httpMethod } = method;
  const shape = resourcePath.replace(/\{[^}]+/g, '{');
  const route = routes.get(shape) ?? {
    api,
    resourcePath,
    pattern: patternOf(resourcePath),
    parameterNames: [...resourcePath.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
    methods: new Map(),
  };
  if (route.api !== api)
    throw new Error(`${route.api.name} and ${api.name} both have the path ${resourcePath}`);
  route.methods.set(httpMethod, method);
  routes.set(shape, route);
}

function toMatch({ api, methods, parameterNames }: Route, match: RegExpExecArray): RouteMatch {
  const parameters = parameterNames.map((name, index): [string, string] => [
    name,
    decode(match[index + 1] ?? ''),
  ]);
  return {
    api,
    method: (httpMethod) => methods.get(httpMethod),
    pathParameters: parameters.length > 0 ? Object.fromEntries(parameters) : null,
  };
}

/** Sorts literal segments before parameters. */
function precedence(resourcePath: string): string {
  return segmentsOf(resourcePath)
    .map((segment) => (segment.startsWith('{') ? '1' : '0'))
    .join('');
}

function patternOf(resourcePath: string): RegExp {
  const segments = segmentsOf(resourcePath).map((segment) => {
    if (segment.startsWith('{')) return '([^/]+)';
    return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^/${segments.join('/')}$`, 's');
}

function segmentsOf(resourcePath: string): readonly string[] {
  return resourcePath.slice(1).split('/');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
