import { type AuditedKind, auditedKind } from '../../domain/audit/audit-entry.ts';
import type { AuditedRecord } from '../../domain/audit/entry-of.ts';
import { doNotCallKey, type Key, kindPrefix, userPartition } from '../table/keys.ts';

const prefixOf = (kind: AuditedKind): string =>
  kind === 'do_not_call_entry' ? doNotCallKey('', '').sk : kindPrefix(kind);

const KINDS: ReadonlyMap<string, AuditedKind> = new Map(
  auditedKind.options.map((kind) => [prefixOf(kind), kind]),
);

/** The prefixes of the sort keys of audited records, without those of calls. */
export const AUDITED_PREFIXES: readonly string[] = [...KINDS]
  .filter(([, kind]) => kind !== 'call')
  .map(([prefix]) => prefix);

/** The audited record with this key. Returns undefined for any other item. */
export function auditedRecord({ pk, sk }: Key): AuditedRecord | undefined {
  const prefix = prefixIn(sk);
  const kind = KINDS.get(prefix);
  if (!kind || !pk.startsWith(OWNED)) return undefined;
  return { userId: pk.slice(OWNED.length), kind, recordId: sk.slice(prefix.length) };
}

const OWNED = userPartition('');

/** The prefix up to the first separator: no prefix contains another one. */
function prefixIn(sk: string): string {
  return sk.slice(0, sk.indexOf('#') + 1);
}
