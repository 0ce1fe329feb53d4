import { asRead } from '../../platform/table/field-update.ts';
import type { ConfigurationKind, RecordKey } from '../model/kinds.ts';

interface ReferenceField {
  readonly kind: ConfigurationKind;
  readonly field: string;
  readonly target: ConfigurationKind;
}

/** All such fields. Their targets count the references and cannot be deleted. */
export const REFERENCE_FIELDS: readonly ReferenceField[] = [
  { kind: 'agent', field: 'prompt', target: 'prompt' },
  { kind: 'agent', field: 'voice', target: 'voice' },
  { kind: 'agent', field: 'actions', target: 'action' },
  { kind: 'agent', field: 'webhook', target: 'webhook' },
  { kind: 'agent', field: 'vector_database', target: 'vector_database' },
  { kind: 'agent', field: 'llm_account_connection', target: 'account_connection' },
  { kind: 'number', field: 'inbound_agent', target: 'agent' },
  { kind: 'number', field: 'version_ids', target: 'agent_version' },
  { kind: 'number', field: 'telephony_account_connection', target: 'account_connection' },
];

const fieldsOf = (kind: ConfigurationKind) => REFERENCE_FIELDS.filter((each) => each.kind === kind);

export function targetsOf(kind: ConfigurationKind, record: object): RecordKey[] {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const targets = fieldsOf(kind).flatMap(({ field, target }) =>
    [values[field]].flat().flatMap((id) => (typeof id === 'string' ? [{ kind: target, id }] : [])),
  );
  return [...new Map(targets.map((target) => [textOf(target), target])).values()];
}

export function targetsWithout(targets: readonly RecordKey[], others: readonly RecordKey[]): RecordKey[] {
  const known = new Set(others.map(textOf));
  return targets.filter((target) => !known.has(textOf(target)));
}

/** The condition that a record exists with the references that were read; an agent also with its versions. */
export function referencesAsRead(kind: ConfigurationKind, record: object) {
  const read: Readonly<Record<string, unknown>> = { ...record };
  const fields = fieldsOf(kind).map(({ field }) => [field, read[field]]);
  return asRead({
    ...Object.fromEntries(fields),
    ...(kind === 'agent' && { versions: read.versions && { revision: Object(read.versions).revision } }),
  });
}

const textOf = ({ kind, id }: RecordKey) => `${kind} ${id}`;
