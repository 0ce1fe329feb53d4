import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { State, StateEntry } from '../settings/state-file.ts';
import { type ApiDocument, isFields, propertiesOf } from './api-document.ts';
import { hashOf, isReference, isSecret } from './content.ts';
import { type Folder, fileSchema, KINDS, type WrittenRecord } from './folder.ts';
import { freeName, writeNew } from './new-files.ts';
import { agreedFields, baseOf, DELETED, makePlan, type PlannedRecord } from './plan.ts';
import { type Remote, type RemoteRecord, readRemote, type Service } from './remote.ts';
import { actionKey } from './request-body.ts';

/** Whose value a field gets that was changed in the file and elsewhere. */
export type Take = 'mine' | 'theirs';

/** What a pull changes. */
export interface Pulled {
  /** Texts by their paths in the folder; undefined removes a file. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** What the state is to have of records; undefined removes one. */
  readonly entries: ReadonlyMap<string, PulledEntry | undefined>;
  /** Records whose fields were changed in the file and elsewhere. */
  readonly conflicts: readonly PlannedRecord[];
}

interface PulledEntry {
  readonly theirs: RemoteRecord;
  /** The digests of fields in which file and service are to differ; the others are those of the files as they then are. */
  readonly kept: StateEntry['fields'];
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
  if (entries.size === state.entries.size) return { state, remote };
  const adopted = { ...state, entries };
  // Again, since keys take the place of ids.
  return { state: adopted, remote: await readRemote(service, document, adopted) };
}

/** Brings what was changed elsewhere into the files. Fields that the files changed, too, need `take`. */
export function pull(input: PullInput): Pulled {
  const { folder, state, remote, document, take } = input;
  const pulled = {
    files: new Map<string, string | undefined>(),
    entries: new Map<string, PulledEntry | undefined>(),
    conflicts: [] as PlannedRecord[],
  };
  for (const planned of makePlan(folder, state, remote).records) {
    // Once the files have the service's draft, it may be published.
    const record = { ...planned, conflicts: planned.conflicts.filter(({ field }) => field !== 'published') };
    const { name, written, conflicts } = record;
    if (conflicts.length > 0 && take === undefined) pulled.conflicts.push(record);
    if (written && conflicts.includes(DELETED)) {
      if (take !== undefined) pulled.entries.set(name, undefined);
      if (take === 'theirs') pulled.files.set(written.path, undefined);
    }
    if (written && record.remote) takeFields(record, written, record.remote, { ...input, ...pulled });
  }
  for (const [name, theirs] of remote.records) {
    if (folder.records.has(name) || folder.settings.deleted.includes(name)) continue;
    writeNew(name, theirs, document, pulled.files);
    pulled.entries.set(name, { theirs, kept: {} });
  }
  return pulled;
}

/** The entries after the files were written. */
export const settledEntries = (
  { entries }: Pulled,
  { records }: Folder,
): ReadonlyMap<string, StateEntry | undefined> =>
  new Map(
    [...entries].map(([name, entry]) => {
      if (!entry) return [name, entry];
      const { content, id } = entry.theirs;
      const published = 'published' in content && { published: content.published };
      const mine = { ...(records.get(name)?.content ?? content), ...published };
      return [name, { id, fields: { ...agreedFields(mine, content), ...entry.kept } }];
    }),
  );

interface Taking extends PullInput {
  readonly files: Map<string, string | undefined>;
  readonly entries: Map<string, PulledEntry | undefined>;
}

function takeFields(
  { name, changes, drift, conflicts }: PlannedRecord,
  written: WrittenRecord,
  theirs: RemoteRecord,
  { folder, state, document, take, files, entries }: Taking,
): void {
  const { fields: bases } = state.entries.get(name) ?? { fields: {} };
  const theirHash = (field: string) => hashOf(theirs.content[field]);
  // Without digests of its own, the file of a record that was found by its name is as its user wants it.
  if (Object.keys(bases).length === 0) {
    const all = Object.keys({ ...written.content, ...theirs.content });
    const kept = Object.fromEntries(all.map((field) => [field, theirHash(field)]));
    return void entries.set(name, { theirs, kept });
  }
  const isMine = take === 'mine';
  const stay = [...changes, ...(isMine ? [...drift, ...conflicts] : [])].map(
    ({ field }) =>
      [field, isMine ? theirHash(field) : [baseOf({ fields: bases }, field)[0], theirHash(field)]] as const,
  );
  const unsettled = (take === undefined ? conflicts : []).map(
    ({ field }) => [field, bases[field] ?? hashOf(undefined)] as const,
  );
  entries.set(name, { theirs, kept: Object.fromEntries([...stay, ...unsettled]) });
  const order = Object.keys(propertiesOf(document.resolve(fileSchema(document, written.kind))));
  const taken = [...(isMine ? [] : drift), ...(take === 'theirs' ? conflicts : [])]
    .filter(({ field }) => field !== 'published')
    .map(({ field, before }): readonly [string, unknown] => {
      const value = { written: written.written[field], theirs: before, resolved: written.resolved[field] };
      return [field, merged(value, { folder, written, files }, [field])];
    })
    .filter(([field, value]) => hashOf(value) !== hashOf(written.written[field]))
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  if (taken.length > 0) files.set(written.path, written.yaml.with(Object.fromEntries(taken)));
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
