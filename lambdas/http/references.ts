import { id } from '../platform/fields.ts';
import { isObject } from '../platform/parse-json.ts';
import { namesRecord } from '../platform/reference.ts';
import type { Kind, RecordKey } from '../records/model/kind.ts';
import { mayDo, mayRead, scopesFor } from '../tokens/model/scopes.ts';
import { ApiError } from './errors.ts';

export interface Reference extends RecordKey {
  readonly loc: readonly string[];
}

/** The references in a body, in fields (`a.b`, `a.*` for each) or items of a list, before validation. */
export const referencesIn = (body: Fields, kinds: ReferenceKinds): Reference[] =>
  relatedIn(body, kinds).flatMap(referenceAt);

/** Throws unless a token with these scopes may write the records that a body makes or changes inside another one. */
export function requireNestedScopes(
  body: Fields,
  kinds: ReferenceKinds,
  { granted, isUpdate }: { readonly granted: readonly string[] | undefined; readonly isUpdate: boolean },
): void {
  const nested = relatedIn(body, kinds).filter(({ kind, value }) => {
    // A prompt may be given as its text.
    if (typeof value === 'string') return kind.name === 'prompt' && !id.safeParse(value).success;
    if (typeof value !== 'object' || value === null) return false;
    return !namesRecord(value) || (isUpdate && kind.name === 'action' && Object.keys(value).length > 1);
  });
  requireWriteScopes(granted, nested);
}

/** Throws unless a token with these scopes may write records of these kinds, each at its location in the request. */
export function requireWriteScopes(
  granted: readonly string[] | undefined,
  records: readonly { readonly kind: Pick<Kind, 'name'>; readonly loc: readonly string[] }[],
): void {
  const issues = records.flatMap(({ kind, loc }) => {
    const needed = scopesFor('POST', `/v1/${groupOf(kind.name)}/update`);
    const msg = `This changes a separate record; the token lacks the scope: ${needed.join(' or ')}.`;
    return mayDo(granted, needed) ? [] : [{ loc, msg, type: 'missing_scope' }];
  });
  if (issues.length > 0) throw new ApiError('missing_scope', issues);
}

/** Throws unless a token with these scopes may read calls, whose data appear in another group's answer. */
export function requireCallsScope(granted: readonly string[] | undefined, loc: readonly string[]): void {
  if (mayRead(granted, 'calls')) return;
  const msg = `This shows calls; the token lacks the scope: ${scopesFor('GET', '/v1/calls').join(' or ')}.`;
  throw new ApiError('missing_scope', [{ loc, msg, type: 'missing_scope' }]);
}

/** The group of scopes of a kind. Versions belong to their agent, and templates to prompts. */
const groupOf = (name: string): string => `${name.replace(/(?<=agent|prompt)_.*/, '')}s`;

type Fields = Readonly<Record<string, unknown>>;

type ReferenceKinds = Readonly<Record<string, Kind>>;

/** A value in a field that refers to a record, or creates one. */
interface Related extends Pick<Reference, 'kind' | 'loc'> {
  readonly value: unknown;
}

function relatedIn(body: Fields, kinds: ReferenceKinds): Related[] {
  return Object.entries(kinds).flatMap(([field, kind]) =>
    placesIn({ value: body, loc: [], pattern: [] }, field.split('.'), kinds).flatMap(({ value, loc }) => {
      const at = ['body', ...loc];
      if (!Array.isArray(value)) return [{ kind, loc: at, value }];
      return value.map((item: unknown, index) => ({ kind, loc: [...at, String(index)], value: item }));
    }),
  );
}

interface Place {
  readonly value: unknown;
  readonly loc: readonly string[];
  /** The fields that lead there, with `*` for any. */
  readonly pattern: readonly string[];
}

/** The places at a path. In a field for a record, an object with an `id` refers to one; its other fields are ignored. */
function placesIn(place: Place, [field, ...path]: readonly string[], kinds: ReferenceKinds): Place[] {
  if (field === undefined) return [place];
  const { value, loc, pattern } = place;
  const isRecord = Object.hasOwn(kinds, pattern.join('.')) && namesRecord(value);
  if (!isObject(value) || isRecord) return [];
  const names = field === '*' ? Object.keys(value) : [field].filter((name) => Object.hasOwn(value, name));
  return names.flatMap((name) =>
    placesIn({ value: value[name], loc: [...loc, name], pattern: [...pattern, field] }, path, kinds),
  );
}

function referenceAt({ kind, loc, value }: Related): Reference[] {
  const isObject = namesRecord(value);
  const result = id.safeParse(isObject ? value.id : value);
  return result.success ? [{ kind, loc: isObject ? [...loc, 'id'] : loc, id: result.data }] : [];
}
