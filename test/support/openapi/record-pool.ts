import { randomUUID } from 'node:crypto';
import { groupOf, type Operation } from './document.ts';

/** The group of records that a field of this name refers to. Returns undefined for any other field. */
export function referredGroup(field: string): string | undefined {
  if (field.endsWith('account_connection')) return 'account_connections';
  if (field === 'agent' || field === 'inbound_agent') return 'agents';
  const known: readonly string[] = [
    ...['prompt', 'voice', 'webhook', 'vector_database', 'prompt_template', 'call'],
  ];
  if (known.includes(field)) return `${field}s`;
  return field === 'actions' || field === 'calls' ? field : undefined;
}

/** The required kind of record in fields that accept only one of their group. */
const KINDS: Readonly<Record<string, string>> = {
  llm_account_connection: 'account_connection_llm',
  telephony_account_connection: 'account_connection_telephony',
};

/** A placeholder for a record of a group: the pool chooses the record. */
export const placeFor = (group: string, number: number, kind = '') => `<${group} ${kind} ${number}>`;

/** A placeholder for a record to which a field refers. */
export const placeOfField = (group: string, field: string, number: number) =>
  placeFor(group, number, KINDS[field]);

/** A placeholder for a unique UUID. */
export const NEW_UUID = '<new uuid>';

/** Operations that remove or change a record. */
export const REMOVAL = /\/(delete|cancel|revoke)$/;

const PLACE = /^<(\w+) (\w*) (\d+)>$/;

/** The groups whose records are named by their number. */
export const BY_NUMBER = 'number';
export const BY_ID = 'id';

/** The part of an answer that the pool reads. */
interface Answered {
  readonly id?: string;
  readonly type?: unknown;
  readonly number?: string;
  readonly prompt_template?: { readonly id: string } | null;
}

interface Known {
  readonly name: string;
  readonly kind: unknown;
}

/** The records that a user has: by id, numbers by their number. */
export class RecordPool {
  readonly #records = new Map<string, Known[]>();
  /** Ids that were removed or never existed. */
  readonly #gone = new Set<string>();
  /** Ids that pending requests may remove. */
  readonly #removals = new Set<readonly string[]>();

  /** Replaces the placeholders by names of records. */
  fill<T>(value: T): T {
    if (typeof value === 'string') return this.#named(value) as T;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.fill(item)) as T;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.fill(inner)])) as T;
  }

  /** Marks records that a request may remove, until the returned function is called. */
  removing({ path }: Operation, target: string): () => void {
    const known = REMOVAL.test(path) ? [...this.#records.values()].flat() : [];
    const names = known.map(({ name }) => name).filter((name) => target.includes(encodeURIComponent(name)));
    this.#removals.add(names);
    return () => this.#removals.delete(names);
  }

  /** Learns from an answer which records exist. */
  learn(operation: Operation, { id, type, number, prompt_template: template }: Answered): void {
    const group = groupOf(operation);
    const known = this.#records.get(group) ?? [];
    if (REMOVAL.test(operation.path)) {
      this.#records.set(
        group,
        known.filter(({ name }) => name !== id && name !== number),
      );
      for (const name of [id, number]) if (name !== undefined) this.#gone.add(name);
    }
    if (template) this.#add('prompt_templates', { name: template.id, kind: undefined });
    if (/\/(create|buy|link|rotate)$/.test(operation.path) && id !== undefined) {
      const byNumber = number === undefined ? [] : [{ name: number, kind: BY_NUMBER }];
      this.#records.set(group, [
        ...known,
        { name: id, kind: number === undefined ? type : BY_ID },
        ...byNumber,
      ]);
    }
  }

  #add(group: string, known: Known): void {
    this.#records.set(group, [...(this.#records.get(group) ?? []), known]);
  }

  /** Whether a text contains an id that does not exist, or is being removed. */
  isUnknown(text: string): boolean {
    return [...this.#gone, ...[...this.#removals].flat()].some((name) => text.includes(name));
  }

  #named(text: string): string {
    if (text === NEW_UUID) {
      const unknown = randomUUID();
      this.#gone.add(unknown);
      return unknown;
    }
    const [, group, kind, number] = PLACE.exec(text) ?? [];
    if (group === undefined) return text;
    const records = (this.#records.get(group) ?? []).filter((each) => !kind || each.kind === kind);
    const picked = records[Number(number) % records.length];
    if (picked) return picked.name;
    const unknown = kind === BY_NUMBER ? '+15559999999' : randomUUID();
    this.#gone.add(unknown);
    return unknown;
  }
}
