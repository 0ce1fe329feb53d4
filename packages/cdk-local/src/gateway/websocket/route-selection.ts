import { valueAt } from '../rest/variables.ts';
import type { RouteSelection, WebSocketApi } from './websocket-api.ts';

const VARIABLE = /\$\{request\.body\.([\w.]+)\}|\$request\.body\.([\w.]+)/;

/** Parses `$request.body.action` or `${request.body.service}/${request.body.action}`. Returns undefined for anything else. */
export function parseSelection(expression: string): RouteSelection | undefined {
  // A split at groups also has the groups; one of them matched.
  const parts = expression.split(VARIABLE);
  const selection = parts.flatMap((part = '', index): RouteSelection => {
    if (part === '') return [];
    return [index % 3 === 0 ? part : part.split('.')];
  });
  const isUnknown = selection.some((part) => typeof part === 'string' && part.includes('$'));
  return isUnknown || selection.every((part) => typeof part === 'string') ? undefined : selection;
}

const RESERVED = new Set(['$connect', '$disconnect', '$default']);

/** The key of a message's route: the one that its JSON selects, else `$default`. Returns undefined without either. */
export function selectRoute(api: WebSocketApi, body: string): string | undefined {
  const message = parseJson(body);
  const key = api.selection
    .map((part) => (typeof part === 'string' ? part : textOf(valueAt(message, part))))
    .join('');
  if (!RESERVED.has(key) && api.routes.has(key)) return key;
  return api.routes.has('$default') ? '$default' : undefined;
}

/** The text of a variable: empty if it is missing. A value that is nested too deeply selects no route. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  try {
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    return '[]';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
