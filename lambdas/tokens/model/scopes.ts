import * as z from 'zod/mini';

export const OPERATION_GROUPS = [
  'account_connections',
  'actions',
  'agents',
  'audit',
  'calls',
  'campaigns',
  'consents',
  'do_not_call',
  'numbers',
  'prompts',
  'rehearsals',
  'sessions',
  'tests',
  'tokens',
  'usage',
  'vector_databases',
  'voices',
  'webhooks',
] as const;
export type Group = (typeof OPERATION_GROUPS)[number];

/** Groups whose operations have separate scopes for reading and writing. */
const READABLE = OPERATION_GROUPS.filter((group) => group !== 'tokens' && group !== 'sessions');
const WRITABLE = READABLE.filter((group) => group !== 'usage' && group !== 'audit');

/** Permits publishing an agent version that has not passed its tests. No operation needs it otherwise. */
export const FORCE_SCOPE = 'agents:force';

export const SCOPES: readonly string[] = [
  'read',
  'write',
  'calls',
  'tokens',
  ...READABLE.map((group) => `${group}:read`),
  ...WRITABLE.map((group) => `${group}:write`),
  FORCE_SCOPE,
];

/** The authorizer's value for a token without scopes, which permits everything. */
export const EVERY_SCOPE = '*';

export const scope = z.enum(SCOPES);

const CALLING: ReadonlySet<string> = new Set(['/v1/calls/create', '/v1/calls/batch', '/v1/calls/end']);

/** An operation needs one of these scopes. An empty list: every token permits it. */
export function scopesFor(method: string, path: string): readonly string[] {
  const group = groupOf(path);
  if (!isGroup(group) || group === 'tokens') return ['tokens'];
  // Signing in grants the token's own permissions, and anybody may sign out.
  if (group === 'sessions') return [];
  if (CALLING.has(path)) return ['calls'];
  return method === 'GET' ? ['read', `${group}:read`] : ['write', `${group}:write`];
}

export const mayRead = (granted: readonly string[] | undefined, group: string): boolean =>
  mayDo(granted, scopesFor('GET', `/v1/${group}`));

export const isOf = (path: string, group: string): boolean => groupOf(path) === group;

/** A replay of calls is a run of tests. */
const groupOf = (path: string): string =>
  path.startsWith('/v1/calls/replay') ? 'tests' : (path.split('/')[2] ?? '');

const isGroup = (name: string): name is Group => OPERATION_GROUPS.some((group) => group === name);

export function mayDo(granted: readonly string[] | undefined, needed: readonly string[]): boolean {
  return granted === undefined || needed.length === 0 || needed.some((name) => granted.includes(name));
}

/** The requested scopes that a token must not pass on. */
export function scopesBeyond(
  granted: readonly string[] | undefined,
  requestedScopes: readonly string[],
): readonly string[] {
  if (granted === undefined) return [];
  return requestedScopes.filter((name) => {
    const [, kind] = name.split(':');
    return !granted.includes(name) && !(kind !== undefined && granted.includes(kind));
  });
}
