import type { WebSocketApi } from './websocket-api.ts';

const RESERVED = new Set(['$connect', '$disconnect', '$default']);

/** The key of a message's route: the one that its JSON selects, else `$default`. Returns undefined without either. */
export function selectRoute(api: WebSocketApi, body: string): string | undefined {
  const named = valueAt(parseJson(body), api.selection);
  if (typeof named === 'string' && !RESERVED.has(named) && api.routes.has(named)) return named;
  return api.routes.has('$default') ? '$default' : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt(Reflect.get(value, name), rest);
}
