import type { Plan, PlannedRecord } from './plan.ts';

export interface Write {
  readonly record: PlannedRecord;
  readonly does: 'create' | 'update' | 'publish' | 'delete';
  readonly fields: readonly string[];
  /** The writes that must have succeeded before. */
  readonly needs: readonly Write[];
}

/** A creation has no such field: its tests come after the agent. */
const AFTER_CREATION = 'publish_requires';

/** The writes of a plan, each after those that it needs. Agents in a circle get their steps last, then deletions. */
export function writesOf({ records }: Plan): readonly Write[] {
  const writes: Write[] = [];
  const byName = new Map(records.map((record) => [record.name, record]));
  const done = new Map<string, Write>();
  const entered = new Set<PlannedRecord>();
  const add = (record: PlannedRecord, does: Write['does'], fields: readonly string[]) => {
    const names = [record.name, ...(record.written?.refersTo ?? [])];
    const write = { record, does, fields, needs: names.flatMap((name) => done.get(name) ?? []) };
    writes.push(write);
    done.set(record.name, write);
  };
  const later: (() => void)[] = [];
  // Their steps are drafts.
  const drafted = new Set<PlannedRecord>();

  const visit = (record: PlannedRecord | undefined): void => {
    if (!record || entered.has(record)) return;
    entered.add(record);
    const { name, kind, written, action } = record;
    const before = (written?.refersTo ?? []).filter(
      (other) => kind === 'tests' || other.startsWith('agents/'),
    );
    for (const other of before) visit(byName.get(other));
    const isOpen = before.some(
      (other) => other !== name && byName.get(other)?.action === 'create' && !done.has(other),
    );
    const fields = record.changes.map(({ field }) => field);
    // New tests that an agent requires are created before.
    const postponed =
      action === 'create'
        ? fields.filter((field) => field === AFTER_CREATION || (field === 'steps' && isOpen))
        : fields.filter(() => fields.includes(AFTER_CREATION));
    const now = fields.filter((field) => !postponed.includes(field));
    if (action === 'create' || (action === 'update' && now.length > 0)) add(record, action, now);
    if (action !== 'none' && postponed.length > 0) later.push(() => add(record, 'update', postponed));
    if (action === 'create' && postponed.includes('steps') && written?.content.drafts === true)
      drafted.add(record);
  };

  for (const record of records) if (record.kind === 'agents') visit(record);
  for (const record of records) visit(record);
  for (const write of later) write();
  for (const record of inOrder(records, writes))
    if (record.publishes || drafted.has(record)) add(record, 'publish', []);
  // Tests refer to agents, and agents to one another.
  const deleted = records
    .filter(({ action }) => action === 'delete')
    .sort((one) => (one.kind === 'tests' ? -1 : 1));
  const needs = [...writes];
  for (const record of deleted) writes.push({ record, does: 'delete', fields: [], needs });
  return writes;
}

/** The records in the order of their writes, and then those that have none. */
const inOrder = (records: readonly PlannedRecord[], writes: readonly Write[]) => [
  ...new Set([...writes.map(({ record }) => record), ...records]),
];
