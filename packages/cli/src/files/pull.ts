import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { yamlOf } from '../samples/yaml-file.ts';
import { type ApiDocument, isFields, type Schema } from './api-document.ts';
import { hashOf, isMadeByService, isReference, isSecret } from './content.ts';
import { type Folder, fileSchema, KINDS, type Kind, type WrittenRecord } from './folder.ts';
import { agreedFields, baseOf, DELETED, makePlan, type PlannedRecord } from './plan.ts';
import {
  inParallel,
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
    records.set(name, remoteRecord(document, adopted, { kind: kindIn(name), raw, revision }));
  await inParallel(
    [...entries].filter(([name]) => !records.has(name)),
    async ([name, { id }]) => {
      const record =
        id === undefined
          ? undefined
          : await readRecord(service, document, adopted, { kind: kindIn(name), id });
      if (record) records.set(name, record);
    },
  );
  return { state: adopted, remote: { ...remote, records } };
}

const kindIn = (name: string): Kind => (name.startsWith('tests/') ? 'tests' : 'agents');

/** A file's name of letters that every file system takes. */
function freeName(kind: Kind, name: string, isTaken: (name: string) => boolean): string {
  const slug =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || kind.slice(0, -1);
  let free = `${kind}/${slug}`;
  for (let number = 2; isTaken(free); number++) free = `${kind}/${slug}-${number}`;
  return free;
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
  files.set(written.path, written.yaml.with(Object.fromEntries(values)));
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

/** The files of a record that has none: its fields, and an agent's prompt as Markdown. */
function writeNew(
  name: string,
  { content, raw }: RemoteRecord,
  document: ApiDocument,
  files: Map<string, string | undefined>,
): void {
  const path = `${name}.yaml`;
  const { published: _, ...fields } = content;
  const kind = kindIn(name);
  const depth = '../'.repeat(name.split('/').length - 1);
  const header = `# yaml-language-server: $schema=${depth}schemas/${kind.slice(0, -1)}.schema.json\n`;
  if (kind === 'tests') return void files.set(path, header + yamlOf(fields));
  const { prompt } = fields;
  const own = name.slice(name.lastIndexOf('/') + 1);
  const text = isFields(prompt) && typeof prompt.content === 'string' ? prompt.content : '';
  files.set(`${name}.md`, `${text}\n`);
  const prefix = own.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const inOrder = document.resolve(fileSchema(document, kind));
  const whole = {
    ...Object(
      withSecretNames({ ...fields, prompt: { ...Object(prompt), content: { file: `${own}.md` } } }, raw, [
        prefix,
      ]),
    ),
  };
  const names = ['name', 'prompt', ...Object.keys(Object(inOrder.properties))].filter(
    (field) => whole[field] !== undefined,
  );
  files.set(path, header + yamlOf(Object.fromEntries(names.map((field) => [field, whole[field]]))));
}

/** Adds the environment variables of the secrets that the service has, and did not make itself. */
function withSecretNames(value: unknown, raw: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value) && Array.isArray(raw))
    return value.map((item, index) => withSecretNames(item, raw[index], [...path, String(index + 1)]));
  if (!isFields(value) || !isFields(raw)) return value;
  const secrets = Object.keys(raw).filter(
    (key) => isSecret(key) && !isMadeByService(key) && key !== 'secret' && typeof raw[key] === 'string',
  );
  const variable = (key: string) =>
    [...path, key]
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_');
  return {
    ...Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withSecretNames(inner, raw[key], [...path, key])]),
    ),
    ...Object.fromEntries(secrets.map((key) => [key, { env: variable(key) }])),
  };
}

/** Writes the files of a pull. */
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
