import { diffArrays } from 'diff';
import { counted } from '../../format/numbers.ts';

/** A field that differs between two versions, with its path and both values as text. */
export interface Difference {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Fields that say nothing about how an agent behaves. */
const PASSED_OVER = new Set(['id', 'user_id']);

/** The fields that differ, by their paths. What only one of the two has is empty in the other, part by part. */
export function differencesOf(before: unknown, after: unknown, path = ''): readonly Difference[] {
  const [left, right] = [partsOf(before ?? {}), partsOf(after ?? {})];
  const all = new Set(left && right ? [...left.keys(), ...right.keys()] : []);
  const names = [...all].filter((name) => !PASSED_OVER.has(name));
  if (left && right && names.length > 0)
    return names.flatMap((name) =>
      differencesOf(left.get(name), right.get(name), path ? `${path}.${name}` : name),
    );
  const [old, now] = [textOf(before), textOf(after)];
  return old === now ? [] : [{ path, before: old, after: now }];
}

/** The parts of an object or list by their names. Records of a list are known by their ids, wherever they stand. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const ids = Array.isArray(value) ? value.map(idOf) : [];
  const areRecords = ids.length > 0 && ids.every((id) => id !== undefined);
  return new Map(Object.entries(value).map(([name, part], at) => [(areRecords && ids[at]) || name, part]));
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** How the lines of a text changed: `2 lines added, 1 removed`. Empty for what is no text, or too large to compare. */
export function linesInWords({ before, after }: Difference): string {
  if (/^[{[]/.test(after || before)) return '';
  const [old = [], now = []] = [before, after].map((text) => (text === '' ? [] : text.split('\n')));
  const changes = diffArrays(old, now, { timeout: TIMEOUT_MS });
  const lines = (kind: 'added' | 'removed') =>
    (changes ?? []).reduce((sum, change) => sum + (change[kind] ? change.value.length : 0), 0);
  return changes ? `${counted(lines('added'), 'line')} added, ${lines('removed')} removed` : '';
}

/** A piece of a text that was changed. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Milliseconds that a comparison may take. A larger change is shown whole. */
const TIMEOUT_MS = 100;

/** Removed, added and unchanged words of a change, in order. */
export function wordDifference(before: string, after: string): readonly Piece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: TIMEOUT_MS });
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ removed, added, value }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(''),
  }));
}

/** Words with their leading space, so that joining them restores the text. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
