import type { ConfigurationKind, RecordKey } from './kinds.ts';

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

export function refersBy(kind: ConfigurationKind, fields: object): boolean {
  return fieldsOf(kind).some(({ field }) => Object.hasOwn(fields, field));
}

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
  const fields = fieldsOf(kind).map(({ field }) => field);
  const parts = [
    ...fields.flatMap((field) => fieldAsRead(`was_${field}`, read[field])),
    ...(kind === 'agent' ? [versionsAsRead(read.versions)] : []),
  ];
  const known = parts.flatMap(({ value }) => (value ? [value] : []));
  return {
    condition: ['attribute_exists(pk)', ...parts.map(({ condition }) => condition)].join(' AND '),
    names: {
      ...Object.fromEntries(fields.map((field) => [`#was_${field}`, field])),
      ...(kind === 'agent' && { '#was_versions': 'versions' }),
    },
    values: Object.fromEntries(known),
  };
}

function versionsAsRead(versions: unknown): ConditionPart {
  const revision: unknown =
    typeof versions === 'object' && versions !== null && 'revision' in versions
      ? versions.revision
      : undefined;
  if (revision === undefined) return { condition: 'attribute_not_exists(#was_versions)' };
  return { condition: '#was_versions.revision = :was_revision', value: [':was_revision', revision] };
}

interface ConditionPart {
  readonly condition: string;
  readonly value?: readonly [name: string, value: unknown];
}

/** Compares a list element by element: not every DynamoDB engine compares lists. */
function fieldAsRead(name: string, value: unknown): ConditionPart[] {
  if (value === undefined) return [{ condition: `attribute_not_exists(#${name})` }];
  if (!Array.isArray(value)) return [{ condition: `#${name} = :${name}`, value: [`:${name}`, value] }];
  const elements = value.map(
    (element: unknown, index): ConditionPart => ({
      condition: `#${name}[${index}] = :${name}_${index}`,
      value: [`:${name}_${index}`, element],
    }),
  );
  const length: ConditionPart = {
    condition: `size(#${name}) = :${name}_size`,
    value: [`:${name}_size`, value.length],
  };
  return [length, ...elements];
}

const textOf = ({ kind, id }: RecordKey) => `${kind} ${id}`;
