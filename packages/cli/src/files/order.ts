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
  const entered = new Set<string>();
  const needsOf = (names: readonly string[]) => names.flatMap((name) => done.get(name) ?? []);
  const add = (write: Write) => {
    writes.push(write);
    done.set(write.record.name, write);
  };
  const later: (() => void)[] = [];
  // Their steps are drafts.
  const drafted = new Set<PlannedRecord>();

  const visit = (name: string): void => {
    const record = byName.get(name);
    if (!record || entered.has(name)) return;
    entered.add(name);
    const { written, action } = record;
    const before = written
      ? written.refersTo.filter((other) => record.kind === 'tests' || other.startsWith('agents/'))
      : [];
    for (const other of before) visit(other);
    const open = before.filter(
      (other) => other !== name && byName.get(other)?.action === 'create' && !done.has(other),
    );
    const fields = record.changes.map(({ field }) => field);
    if (action === 'create') {
      const postponed = fields.filter(
        (field) => field === AFTER_CREATION || (field === 'steps' && open.length > 0),
      );
      add({
        record,
        does: 'create',
        fields: fields.filter((field) => !postponed.includes(field)),
        needs: needsOf(before),
      });
      if (postponed.includes('steps') && written?.content.drafts === true) drafted.add(record);
      if (postponed.length > 0)
        later.push(() =>
          add({
            record,
            does: 'update',
            fields: postponed,
            needs: needsOf([name, ...(written?.refersTo ?? [])]),
          }),
        );
    } else if (action === 'update') {
      const update = () =>
        add({ record, does: 'update', fields, needs: needsOf([name, ...(written?.refersTo ?? [])]) });
      // New tests that it requires are created before.
      if (fields.includes(AFTER_CREATION)) later.push(update);
      else update();
    }
  };

  for (const { name, kind } of records) if (kind === 'agents') visit(name);
  for (const { name, kind } of records) if (kind === 'tests') visit(name);
  for (const write of later) write();
  for (const record of inOrder(records, writes))
    if (record.publishes || drafted.has(record))
      add({
        record,
        does: 'publish',
        fields: [],
        needs: needsOf([record.name, ...(record.written?.refersTo ?? [])]),
      });
  // Tests refer to agents, and agents to one another.
  const deleted = records
    .filter(({ action }) => action === 'delete')
    .sort((one) => (one.kind === 'tests' ? -1 : 1));
  const everything = [...writes];
  for (const record of deleted) writes.push({ record, does: 'delete', fields: [], needs: everything });
  return writes;
}

/** The records in the order of their writes, and then those that have none. */
const inOrder = (records: readonly PlannedRecord[], writes: readonly Write[]) => [
  ...new Set([...writes.map(({ record }) => record), ...records]),
];
