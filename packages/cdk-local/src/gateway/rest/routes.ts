import type { RestApi, RestMethod } from './rest-api.ts';

interface Route {
  readonly api: RestApi;
  /** Parameters are in braces. */
  readonly segments: readonly string[];
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
  for (const api of apis) for (const method of api.methods) addMethod(routes, api, method);
  const mostSpecificFirst = [...routes.values()].sort((left, right) =>
    precedence(left) < precedence(right) ? -1 : 1,
  );
  return (path) => {
    const segments = segmentsOf(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
    const route = mostSpecificFirst.find(
      (one) =>
        one.segments.length === segments.length &&
        one.segments.every((segment, index) =>
          isParameter(segment) ? segments[index] !== '' : segment === segments[index],
        ),
    );
    if (!route) return undefined;
    const parameters = route.segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decode(segments[index] ?? '')]] : [],
    );
    return {
      api: route.api,
      method: (httpMethod) => route.methods.get(httpMethod),
      pathParameters: parameters.length > 0 ? Object.fromEntries(parameters) : null,
    };
  };
}

function addMethod(routes: Map<string, Route>, api: RestApi, method: RestMethod): void {
  const { resourcePath, httpMethod } = method;
  const shape = resourcePath.replace(/\{[^}]+/g, '{');
  const route = routes.get(shape) ?? { api, segments: segmentsOf(resourcePath), methods: new Map() };
  if (route.api !== api)
    throw new Error(`${route.api.name} and ${api.name} both have the path ${resourcePath}`);
  route.methods.set(httpMethod, method);
  routes.set(shape, route);
}

/** Sorts literal segments before parameters. */
const precedence = ({ segments }: Route): string =>
  segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

const isParameter = (segment: string) => segment.startsWith('{');
const segmentsOf = (path: string): readonly string[] => path.slice(1).split('/');

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
