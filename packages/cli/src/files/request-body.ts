import { UsageError } from '../errors.ts';
import type { State } from '../settings/state-file.ts';
import { type ApiDocument, type Fields, isFields } from './api-document.ts';
import { isReference, isSecret, mapAgent, mapIds } from './content.ts';
import { fileSchema, type WrittenRecord } from './folder.ts';
import { kindOf, type RemoteRecord } from './remote.ts';

interface Sources {
  readonly document: ApiDocument;
  readonly state: State;
  readonly env: NodeJS.ProcessEnv;
}

/** Fields of a file as the API takes them: with ids in place of keys, and with secrets. Throws UsageError if one is missing. */
export function bodyOf(
  { kind, path, resolved }: WrittenRecord,
  fields: readonly string[],
  { document, state, env }: Sources,
): Fields {
  const chosen = Object.fromEntries(fields.map((field) => [field, resolved[field] ?? null]));
  const idOf = (name: string, otherwise: string) => {
    const entry = state.entries.get(name);
    if (entry && entry.id === undefined)
      throw new UsageError(`${path}: ${name}, to which it refers, does not exist yet.`);
    return entry?.id ?? otherwise;
  };
  const withIds = mapIds(document, fileSchema(document, kind), chosen, (text, [field]) =>
    idOf(`${field === 'publish_requires' ? 'tests' : 'agents'}/${text}`, text),
  );
  const body = { ...Object(withSecrets(withIds, { path, env })) };
  if (kind === 'agents' || typeof resolved.agent !== 'string' || !fields.includes('agent')) return body;
  return { ...body, agent: mapAgent(resolved.agent, (agent) => idOf(`agents/${agent}`, agent)) };
}

function withSecrets(
  value: unknown,
  given: { readonly path: string; readonly env: NodeJS.ProcessEnv },
  isWithin = false,
): unknown {
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, given));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isHidden = isWithin || isSecret(name);
      if (!isHidden || !isReference(inner) || !('env' in inner))
        return [name, withSecrets(inner, given, isHidden)];
      const secret = given.env[inner.env];
      if (!secret)
        throw new UsageError(`${given.path}: set the environment variable ${inner.env}, which has ${name}.`);
      return [name, secret];
    }),
  );
}

/** The body of an update: related records and actions that exist are changed, not replaced. */
export function updateOf(body: Fields, { raw }: RemoteRecord): Fields {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      if (field === 'actions') return [field, actionsOf(value, raw.actions)];
      const present = raw[field];
      if (!isFields(value) || !isFields(present) || typeof present.id !== 'string') return [field, value];
      return [
        field,
        value.type === undefined || value.type === present.type ? changeOf(value, present) : value,
      ];
    }),
  );
}

/** What clears the fields that only the present record has. */
function changeOf(value: Fields, present: Fields): Fields {
  const cleared = Object.keys(present).filter(
    (name) => !Object.hasOwn(value, name) && present[name] !== null && !KEPT.has(name) && !isSecret(name),
  );
  const config = isFields(value.config) &&
    isFields(present.config) && { config: changeOf(value.config, present.config) };
  return { ...value, ...Object.fromEntries(cleared.map((name) => [name, null])), ...config };
}

/** Fields that only the service sets. */
const KEPT = new Set([
  'id',
  'user_id',
  'type',
  'enabled',
  'disabled_at',
  'disabled_reason',
  'previous_secrets',
  'config',
]);

/** Gives actions the ids of those that they change: of the same type and, if they have names, the same name. */
function actionsOf(value: unknown, present: unknown): unknown {
  if (!Array.isArray(value)) return value ?? [];
  const rest: unknown[] = Array.isArray(present) ? [...present] : [];
  return value.map((action) => {
    const index = rest.findIndex((candidate) => actionKey(candidate) === actionKey(action));
    if (index < 0) return action;
    const [found] = rest.splice(index, 1);
    return isFields(found) && isFields(action) ? { ...changeOf(action, found), id: found.id } : action;
  });
}

/** What an action is called: its type and, if it has one, its name. */
export const actionKey = (action: unknown): string => {
  if (!isFields(action)) return String(action);
  const name = isFields(action.config) ? action.config.name : undefined;
  return `${String(action.type)} ${typeof name === 'string' ? name : ''}`;
};

/** The path of a kind's operation. */
export const operation = (name: string, what: string): string => `/v1/${kindOf(name)}/${what}`;
