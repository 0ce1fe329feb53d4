import * as z from 'zod/mini';

/** The groups of operations: the first part of an operation's path after the version. */
export const OPERATION_GROUPS = [
  'account_connections',
  'actions',
  'agents',
  'audit',
  'calls',
  'do_not_call',
  'numbers',
  'prompts',
  'tokens',
  'usage',
  'vector_databases',
  'voices',
  'webhooks',
] as const;
type Group = (typeof OPERATION_GROUPS)[number];

/** Groups whose operations have scopes to read and to write of their own. */
const READABLE = OPERATION_GROUPS.filter((group) => group !== 'tokens');
const WRITABLE = READABLE.filter((group) => group !== 'usage' && group !== 'audit');

/** Every scope: what a token may be allowed to do. */
export const SCOPES: readonly string[] = [
  'read',
  'write',
  'calls',
  'tokens',
  ...READABLE.map((group) => `${group}:read`),
  ...WRITABLE.map((group) => `${group}:write`),
];

/** What the authorizer tells of a token that has no scopes and may do everything. */
export const EVERY_SCOPE = '*';

/** A scope as a request names it. */
export const scope = z.enum(SCOPES);

/** The operations that place or end calls. */
const CALLING: ReadonlySet<string> = new Set(['/v1/calls/create', '/v1/calls/batch', '/v1/calls/end']);

/** The scopes of which an operation needs one. `path` is the operation's, for example `/v1/agents/update`. */
export function scopesFor(method: string, path: string): readonly string[] {
  const group = path.split('/')[2] ?? '';
  if (!isGroup(group) || group === 'tokens') return ['tokens'];
  if (CALLING.has(path)) return ['calls'];
  return method === 'GET' ? ['read', `${group}:read`] : ['write', `${group}:write`];
}

const isGroup = (name: string): name is Group => OPERATION_GROUPS.some((group) => group === name);

/** Whether a token may do what needs one of `needed`. A token without scopes may do everything. */
export function mayDo(granted: readonly string[] | undefined, needed: readonly string[]): boolean {
  return granted === undefined || needed.some((name) => granted.includes(name));
}

/**
 * The scopes of `wanted` that a token with the scopes `granted` must not hand on, because it would give more than it has.
 * Who may read everything may hand on the reading of one group, and the same for writing.
 */
export function notHandedOn(
  granted: readonly string[] | undefined,
  wanted: readonly string[],
): readonly string[] {
  if (granted === undefined) return [];
  return wanted.filter((name) => {
    const [, kind] = name.split(':');
    return !granted.includes(name) && !(kind !== undefined && granted.includes(kind));
  });
}
