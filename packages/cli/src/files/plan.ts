import type { State, StateEntry } from '../settings/state-file.ts';
import { type Fields, isFields } from './api-document.ts';
import { hashOf } from './content.ts';
import { type Folder, type Kind, nameOf, type WrittenRecord } from './folder.ts';
import { kindOf, LATEST, type ListedRecord, type Remote, type RemoteRecord } from './remote.ts';

/** A field whose value in the file and in the service differ. */
export interface FieldChange {
  readonly field: string;
  /** In the service. */
  readonly before: unknown;
  /** In the file. */
  readonly after: unknown;
}

/** What is to be done with a record. */
export interface PlannedRecord {
  readonly name: string;
  readonly kind: Kind;
  readonly action: 'create' | 'update' | 'delete' | 'none';
  readonly written: WrittenRecord | undefined;
  readonly remote: RemoteRecord | undefined;
  /** What the file changes. */
  readonly changes: readonly FieldChange[];
  /** What was changed elsewhere since the last pull or apply. It stays. */
  readonly drift: readonly FieldChange[];
  /** What both changed. Nothing of such a record is written. */
  readonly conflicts: readonly FieldChange[];
  readonly publishes: boolean;
  readonly renamedFrom: string | undefined;
}

export interface Plan {
  readonly records: readonly PlannedRecord[];
  /** What forbids an apply. */
  readonly issues: readonly string[];
  readonly notes: readonly string[];
}

interface PlanOptions {
  /** Whether agents that keep drafts stay unpublished. */
  readonly drafts?: boolean;
}

/** The state with the names that files give to renamed records. */
export function renamedState(folder: Folder, state: State): State {
  const entries = new Map(state.entries);
  for (const { kind, key, renamedFrom } of folder.records.values()) {
    const former = `${kind}/${renamedFrom}`;
    const entry =
      renamedFrom === undefined || entries.has(`${kind}/${key}`) ? undefined : entries.get(former);
    if (!entry) continue;
    entries.delete(former);
    entries.set(`${kind}/${key}`, entry);
  }
  return { ...state, entries };
}

/** The difference between a folder and a service. `state` has the names of renamed records. */
export function makePlan(folder: Folder, state: State, remote: Remote, options: PlanOptions = {}): Plan {
  const written = [...folder.records.values()].map((record) =>
    plannedRecord(record, { folder, state, remote, options }),
  );
  const deleted = folder.settings.deleted.flatMap((name) => plannedDeletion(name, { state, remote }));
  const absent = [...state.entries.keys()].filter(
    (name) =>
      !folder.records.has(name) && !folder.settings.deleted.includes(name) && remote.records.has(name),
  );
  return {
    records: [...written, ...deleted],
    issues: [
      ...folder.issues,
      ...written.flatMap((record) => [
        ...nameIssues(record, state, remote),
        ...sharingIssues(record, folder, state, remote),
      ]),
    ],
    notes: absent.map(
      (name) => `${name} has no file. It stays; to delete it, list it as deleted in phone-agents.yaml.`,
    ),
  };
}

export const isEmpty = ({ records }: Plan): boolean =>
  records.every(({ action, publishes }) => action === 'none' && !publishes);

interface Sides {
  readonly folder: Folder;
  readonly state: State;
  readonly remote: Remote;
  readonly options: PlanOptions;
}

function plannedRecord(written: WrittenRecord, { state, remote, options }: Sides): PlannedRecord {
  const name = nameOf(written);
  const entry = state.entries.get(name);
  const record = remote.records.get(name);
  const { kind, renamedFrom } = written;
  const base = {
    ...{ ...NOTHING, name, kind, written, remote: record },
    renamedFrom: renamedFrom === undefined ? undefined : `${kind}/${renamedFrom}`,
  };
  if (!record) {
    if (entry?.id !== undefined) return { ...base, conflicts: [DELETED] };
    const created = Object.entries(written.content);
    const changes = created.map(([field, after]) => ({ field, before: undefined, after }));
    return { ...base, action: 'create', changes };
  }
  const mine = {
    ...written.content,
    ...(kind === 'agents' && { published: options.drafts ? record.content.published : LATEST }),
  };
  // A record that was found by its name has no digests yet.
  const known = entry && Object.keys(entry.fields).length > 0 ? entry : undefined;
  const { drift, ...compared } = compareFields(mine, record, known);
  const changes = compared.changes.filter(({ field }) => field !== 'published');
  // An update of an agent that keeps no drafts publishes it.
  const overwritten = changes.length > 0 ? drift.filter(({ field }) => field === 'published') : [];
  const conflicts = [...compared.conflicts, ...overwritten];
  if (conflicts.length > 0) return { ...base, changes, drift, conflicts };
  const keepsDrafts = written.content.drafts === true || record.content.drafts === true;
  const publishes =
    changes.length < compared.changes.length ||
    (keepsDrafts && changes.length > 0 && !options.drafts && kind === 'agents');
  return { ...base, action: changes.length > 0 ? 'update' : 'none', changes, drift, publishes };
}

const NOTHING = { action: 'none', changes: [], drift: [], conflicts: [], publishes: false } as const;

export const DELETED: FieldChange = {
  field: 'the record',
  before: 'deleted elsewhere',
  after: 'in its file',
};

function compareFields(mine: Fields, { content: theirs, raw }: RemoteRecord, entry: StateEntry | undefined) {
  const [changes, drift, conflicts]: [FieldChange[], FieldChange[], FieldChange[]] = [[], [], []];
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const change = { field, before: theirs[field], after: mine[field] };
    const [ours, other] = [hashOf(withoutReferences(mine[field])), hashOf(theirs[field])];
    if (ours === other) {
      // Only the variable of a secret was renamed.
      if (entry && hashOf(mine[field]) !== baseOf(entry, field)[0]) changes.push(change);
      continue;
    }
    const [ourBase, otherBase] = entry ? baseOf(entry, field) : [undefined, other];
    // The write that was under way may have been this one.
    const isOurs = entry?.pending !== undefined && Number(raw.version ?? 0) <= entry.pending.version + 1;
    const [weChanged, theyChanged] = [
      field === 'published' || hashOf(mine[field]) !== ourBase,
      other !== otherBase && !isOurs,
    ];
    if (theyChanged && weChanged && field !== 'published') conflicts.push(change);
    else if (theyChanged) drift.push(change);
    else if (weChanged) changes.push(change);
  }
  return { changes, drift, conflicts };
}

const ABSENT = hashOf(undefined);

/** The digests of a field when it was last applied or pulled: of the file, and of the service. */
export function baseOf({ fields }: StateEntry, field: string): readonly [string, string] {
  const base = fields[field] ?? ABSENT;
  return typeof base === 'string' ? [base, base] : base;
}

/** The digests to keep of a record that file and service agree on. */
export function agreedFields(mine: Fields, theirs: Fields): StateEntry['fields'] {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].sort();
  return Object.fromEntries(
    names.map((name) => {
      const [ours, other] = [hashOf(mine[name]), hashOf(theirs[name])];
      return [name, ours === other ? ours : ([ours, other] as const)];
    }),
  );
}

/** A value without its references to secrets, which the service's content lacks, too. */
export function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).filter(
    ([, inner]) => !(isFields(inner) && Object.keys(inner).join() === 'env'),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutReferences(inner)]));
}

function plannedDeletion(name: string, { state, remote }: Pick<Sides, 'state' | 'remote'>): PlannedRecord[] {
  const record = remote.records.get(name);
  const entry = state.entries.get(name);
  if (!entry || !record) return [];
  const drift = Object.keys(record.content).flatMap((field) =>
    hashOf(record.content[field]) === baseOf(entry, field)[1]
      ? []
      : [{ field, before: record.content[field], after: undefined }],
  );
  const unwritten = { written: undefined, renamedFrom: undefined };
  const base = { ...NOTHING, ...unwritten, name, kind: kindOf(name), remote: record, conflicts: drift };
  return [{ ...base, action: drift.length > 0 ? 'none' : 'delete' }];
}

/** A record of the service that has the name of a new one, and no file. */
export function namesake(
  { kind, written }: Pick<PlannedRecord, 'kind' | 'written'>,
  state: State,
  { listed }: Remote,
): ListedRecord | undefined {
  const known = new Set([...state.entries.values()].map(({ id }) => id));
  return listed[kind].filter(({ id, name }) => name === written?.content.name && !known.has(id)).at(-1);
}

function nameIssues(record: PlannedRecord, state: State, remote: Remote): string[] {
  if (record.action !== 'create' || !record.written || state.entries.get(record.name)?.pending) return [];
  const same = namesake(record, state, remote);
  const { path } = record.written;
  return same
    ? [
        `${path}: the service already has “${same.name}” (${same.id}). Take it over with phone-agents pull, or change the name.`,
      ]
    : [];
}

const RELATIONS = ['prompt', 'voice', 'webhook', 'vector_database', 'llm_account_connection'];

/** Changes of records that other agents use, too, and whose files do not change alike. */
function sharingIssues(
  { action, written, remote: record, changes }: PlannedRecord,
  folder: Folder,
  state: State,
  { listed }: Remote,
): string[] {
  if (action !== 'update' || !written || !record || written.kind !== 'agents') return [];
  const nameById = new Map([...state.entries].map(([name, { id }]) => [id, name]));
  return changes.flatMap(({ field, after }) => {
    const id = RELATIONS.includes(field) ? idIn(record.raw[field]) : undefined;
    if (id === undefined || after === undefined) return [];
    const others = listed.agents.filter((agent) => agent.id !== record.id && idIn(agent[field]) === id);
    const differing = others.filter(
      (agent) => hashOf(folder.records.get(nameById.get(agent.id) ?? '')?.content[field]) !== hashOf(after),
    );
    return differing
      .slice(0, 3)
      .map(
        ({ name, id: other }) =>
          `${written.path}: ${field} is shared with ${nameById.get(other) ?? `“${name ?? other}”`}, whose file doesn't change alike. Change both, or give one agent a ${field} of its own in the console.`,
      );
  });
}

const idIn = (value: unknown) =>
  typeof value === 'string' ? value : isFields(value) ? String(value.id) : undefined;
