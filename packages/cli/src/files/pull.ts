import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ApiDocument, isFields, type Schema } from './api-document.ts';
import { hashOf, isReference, isSecret } from './content.ts';
import { type Folder, fileSchema, KINDS, type WrittenRecord } from './folder.ts';
import { freeName, writeNew } from './new-files.ts';
import { agreedFields, baseOf, DELETED, makePlan, type PlannedRecord } from './plan.ts';
import {
  inParallel,
  kindOf,
  type Remote,
  type RemoteRecord,
  readRecord,
  remoteRecord,
  type Service,
} from './remote.ts';
import { actionKey } from './request-body.ts';
import type { State, StateEntry } from './state-file.ts';

/** Whose value a field gets that was changed in the file and elsewhere. */
export type Take = 'mine' | 'theirs';

/** What a pull changes. */
export interface Pulled {
  /** Texts by their paths in the folder; undefined removes a file. */
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly entries: ReadonlyMap<string, StateEntry | undefined>;
  /** By record: the fields that the files have from the service after the pull. */
  readonly taken: ReadonlyMap<string, readonly string[]>;
  /** Records whose fields were changed in the file and elsewhere. */
  readonly conflicts: readonly PlannedRecord[];
}

interface PullInput {
  readonly folder: Folder;
  readonly state: State;
  readonly remote: Remote;
  readonly document: ApiDocument;
  readonly take?: Take | undefined;
}

/** The state with the service's records that have no file yet, each under a new key, or that of the file with its name. */
export async function adoptUnknown(
  service: Service,
  { folder, state, remote, document }: PullInput,
): Promise<{ state: State; remote: Remote }> {
  const known = new Set([...state.entries.values()].map(({ id }) => id));
  const entries = new Map(state.entries);
  for (const kind of KINDS)
    for (const { id, name } of remote.listed[kind]) {
      if (known.has(id)) continue;
      const own = [...folder.records.values()].find(
        (record) =>
          record.kind === kind && record.content.name === name && !entries.has(`${kind}/${record.key}`),
      );
      entries.set(
        own
          ? `${kind}/${own.key}`
          : freeName(kind, name ?? id, (taken) => entries.has(taken) || folder.records.has(taken)),
        { id, fields: {} },
      );
    }
  const adopted = { ...state, entries };
  const records = new Map<string, RemoteRecord>();
  // Again with all keys, which take the place of ids.
  for (const [name, { raw, revision }] of remote.records)
    records.set(name, remoteRecord(document, adopted, { kind: kindOf(name), raw, revision }));
  await inParallel(
    [...entries].filter(([name]) => !records.has(name)),
    async ([name, { id }]) => {
      const record =
        id === undefined
          ? undefined
          : await readRecord(service, document, adopted, { kind: kindOf(name), id });
      if (record) records.set(name, record);
    },
  );
  return { state: adopted, remote: { ...remote, records } };
}

/** Brings what was changed elsewhere into the files. Fields that the files changed, too, need `take`. */
export function pull({ folder, state, remote, document, take }: PullInput): Pulled {
  const files = new Map<string, string | undefined>();
  const entries = new Map<string, StateEntry | undefined>();
  const taken = new Map<string, readonly string[]>();
  const conflicts: PlannedRecord[] = [];
  for (const planned of makePlan(folder, state, remote).records) {
    // Once the files have the service's draft, it may be published.
    const record = { ...planned, conflicts: planned.conflicts.filter(({ field }) => field !== 'published') };
    if (record.conflicts.length > 0 && take === undefined) conflicts.push(record);
    if (record.written && record.conflicts.includes(DELETED))
      takeDeletion(record.name, record.written, { take, files, entries });
    if (record.written && record.remote)
      takeFields(record, record.written, record.remote, {
        folder,
        state,
        document,
        take,
        files,
        entries,
        taken,
      });
  }
  for (const [name, theirs] of remote.records) {
    if (folder.records.has(name) || folder.settings.deleted.includes(name)) continue;
    writeNew(name, theirs, document, files);
    entries.set(name, { id: theirs.id, fields: agreedFields(theirs.content, theirs.content) });
    taken.set(name, Object.keys(theirs.content));
  }
  return { files, entries, taken, conflicts };
}

interface Taking extends Pick<PullInput, 'take'> {
  readonly files: Map<string, string | undefined>;
  readonly entries: Map<string, StateEntry | undefined>;
}

/** The entries after the files were written, whose digests are those of the files as they are now read. */
export function settledEntries({ entries, taken }: Pulled, folder: Folder): Pulled['entries'] {
  return new Map(
    [...entries].map(([name, entry]) => {
      const content = folder.records.get(name)?.content;
      const names = (taken.get(name) ?? []).filter((field) => field !== 'published');
      if (!entry || !content) return [name, entry];
      const fields = names.map(
        (field) => [field, [hashOf(content[field]), baseOf(entry, field)[1]]] as const,
      );
      return [name, { ...entry, fields: { ...entry.fields, ...Object.fromEntries(fields) } }];
    }),
  );
}

function takeDeletion(name: string, { path }: WrittenRecord, { take, files, entries }: Taking): void {
  if (take !== undefined) entries.set(name, undefined);
  if (take === 'theirs') files.set(path, undefined);
}

function takeFields(
  { name, changes, drift, conflicts }: PlannedRecord,
  written: WrittenRecord,
  theirs: RemoteRecord,
  {
    folder,
    state,
    document,
    take,
    files,
    entries,
    taken: takenOf,
  }: Taking &
    Pick<PullInput, 'folder' | 'state' | 'document'> & { readonly taken: Map<string, readonly string[]> },
): void {
  const entry = state.entries.get(name) ?? { fields: {} };
  // Without a digest of its own, the file of a record that was found by its name is as its user wants it.
  const isAdopted = Object.keys(entry.fields).length === 0;
  const taken = [...(take === 'mine' ? [] : drift), ...(take === 'theirs' ? conflicts : [])].filter(
    ({ field }) => field !== 'published' && !isAdopted,
  );
  const kept = new Set(
    [...changes, ...(take === 'mine' ? [...drift, ...conflicts] : [])].map(({ field }) => field),
  );
  const unsettled = new Set(take === undefined ? conflicts.map(({ field }) => field) : []);
  const fields = Object.fromEntries(
    [...new Set([...Object.keys(written.content), ...Object.keys(theirs.content)])].sort().map((field) => {
      const theirHash = hashOf(theirs.content[field]);
      if (unsettled.has(field)) return [field, entry.fields[field] ?? hashOf(undefined)];
      if (kept.has(field) || isAdopted)
        return [field, take === 'mine' || isAdopted ? theirHash : [baseOf(entry, field)[0], theirHash]];
      const isTaken = taken.some((change) => change.field === field);
      return [
        field,
        isTaken || field === 'published' ? theirHash : [hashOf(written.content[field]), theirHash],
      ];
    }),
  );
  entries.set(name, { id: theirs.id, fields });
  if (taken.length === 0) return;
  takenOf.set(
    name,
    taken.map(({ field }) => field),
  );
  const schema: Schema = document.resolve(fileSchema(document, written.kind));
  const order = Object.keys(Object(schema.properties));
  const values = taken.map(
    ({ field, before }) =>
      [
        field,
        merged(
          { written: written.written[field], theirs: before, resolved: written.resolved[field] },
          { folder, written, files },
          [field],
        ),
      ] as const,
  );
  values.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const changed = values.filter(([field, value]) => hashOf(value) !== hashOf(written.written[field]));
  if (changed.length > 0) files.set(written.path, written.yaml.with(Object.fromEntries(changed)));
}

interface Merged {
  readonly written: unknown;
  readonly resolved: unknown;
  readonly theirs: unknown;
}

interface Place {
  readonly folder: Folder;
  readonly written: WrittenRecord;
  readonly files: Map<string, string | undefined>;
}

/** A value of the service, with the references of the file to texts and secrets. */
function merged({ written, resolved, theirs }: Merged, place: Place, path: readonly string[]): unknown {
  if (isReference(written)) {
    if ('env' in written)
      return isSecret(path.at(-1) ?? '') || hashOf(resolved) === hashOf(theirs) ? written : theirs;
    if (typeof theirs !== 'string') return theirs;
    place.files.set(join(dirname(place.written.path), written.file), `${theirs}\n`);
    return written;
  }
  if (Array.isArray(theirs) && Array.isArray(written)) {
    const rest = [...written.keys()];
    return theirs.map((item, index) => {
      const found = rest.findIndex((candidate) =>
        isFields(item) && 'type' in item
          ? actionKey(written[candidate]) === actionKey(item)
          : candidate === index,
      );
      const [own] = found < 0 ? [] : rest.splice(found, 1);
      const ours = own === undefined ? undefined : written[own];
      const ourText = own === undefined || !Array.isArray(resolved) ? undefined : resolved[own];
      return merged({ written: ours, resolved: ourText, theirs: item }, place, [...path, String(index)]);
    });
  }
  if (!isFields(theirs) || !isFields(written)) return theirs;
  const text = isFields(resolved) ? resolved : {};
  const secrets = Object.keys(written).filter((key) => isSecret(key) && !Object.hasOwn(theirs, key));
  const keys = [...new Set([...Object.keys(theirs), ...secrets])];
  return Object.fromEntries(
    keys.map((key) => [
      key,
      merged(
        {
          written: written[key],
          resolved: text[key],
          theirs: Object.hasOwn(theirs, key) ? theirs[key] : written[key],
        },
        place,
        [...path, key],
      ),
    ]),
  );
}

export function writeFiles(root: string, files: Pulled['files']): void {
  for (const [path, text] of files) {
    if (text === undefined) {
      rmSync(join(root, path), { force: true });
      continue;
    }
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
