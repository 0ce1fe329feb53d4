import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../errors.ts';
import { readYamlFile, type YamlFile } from '../samples/yaml-file.ts';
import { SETTINGS_FILE } from '../settings/state-file.ts';
import { type ApiDocument, type Fields, isFields, type Schema } from './api-document.ts';
import { checkContent } from './check-content.ts';
import { contentOf, isReference, isSecret, mapIds } from './content.ts';

/** The kinds of record that files describe; each has a folder of this name. */
export type Kind = 'agents' | 'tests';
export const KINDS: readonly Kind[] = ['agents', 'tests'];

/** A record as its file describes it. */
export interface WrittenRecord {
  readonly kind: Kind;
  /** The path of its file in the folder of its kind, without the ending. */
  readonly key: string;
  readonly path: string;
  readonly yaml: YamlFile;
  /** As in the file, with references to texts. */
  readonly written: Fields;
  /** With the texts of files and variables, but references to secrets. */
  readonly resolved: Fields;
  /** What is compared with the service. */
  readonly content: Fields;
  readonly renamedFrom: string | undefined;
  /** The records to which it refers by their keys. */
  readonly refersTo: readonly string[];
}

/** The record's identifier within a folder, such as `agents/receptionist`. */
export const nameOf = ({ kind, key }: Pick<WrittenRecord, 'kind' | 'key'>): string => `${kind}/${key}`;

export interface Folder {
  readonly root: string;
  readonly settings: FolderSettings;
  readonly records: ReadonlyMap<string, WrittenRecord>;
  /** What is wrong, each with its file and line. */
  readonly issues: readonly string[];
}

/** How an environment is reached: by a profile, or a URL with the environment variable of a token. */
const environmentSchema = z.strictObject({
  profile: z.string().optional(),
  url: z.string().optional(),
  token: z.strictObject({ env: z.string() }).optional(),
});

const settingsSchema = z.strictObject({
  environments: z.record(z.string(), environmentSchema.nullable()).nullish(),
  /** Records to delete. */
  deleted: z
    .array(z.string().regex(/^(agents|tests)\/./, 'Name a record, such as agents/receptionist.'))
    .nullish(),
});

export type FolderSettings = ReturnType<typeof readSettings>;

const MAX_YAML_BYTES = 1_000_000;
const MAX_TEXT_BYTES = 1_000_000;

/** The schema of the files of a kind. */
export function fileSchema(document: ApiDocument, kind: Kind): Schema {
  if (kind === 'tests') return document.schemas.TestInput ?? {};
  const { NewerAgentInput: created, AgentUpdateInput: updated } = document.schemas;
  const required = isFields(updated?.properties)
    ? { publish_requires: updated.properties.publish_requires }
    : {};
  return { ...created, properties: { ...Object(created?.properties), ...required } };
}

/** The part of a record of the service that its file describes. Tests are stored as they were written. */
export const comparable = (document: ApiDocument, kind: Kind, record: unknown): Fields => {
  if (kind === 'agents') return { ...Object(contentOf(document, fileSchema(document, kind), record)) };
  const { $schema: _, ...names } = { ...Object(fileSchema(document, kind).properties) };
  return Object.fromEntries(
    Object.keys(names).flatMap((name) => {
      const value = isFields(record) ? record[name] : undefined;
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
};

/** Reads a folder and checks all its files. Throws UsageError if it is no such folder. */
export function readFolder(root: string, document: ApiDocument, env: NodeJS.ProcessEnv): Folder {
  const issues: string[] = [];
  const settings = readSettings(root);
  const records = new Map<string, WrittenRecord>();
  for (const { kind, key, path } of filesIn(root, issues))
    try {
      const record = readRecord({ root, kind, key, path, document, env, issues });
      records.set(nameOf(record), record);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      issues.push(error.message);
    }
  return { root, settings, records, issues: [...issues, ...issuesAmong(records, settings)] };
}

/** The settings of a folder. Throws UsageError if it has none. */
export function readSettings(root: string) {
  const path = join(root, SETTINGS_FILE);
  if (!existsSync(path))
    throw new UsageError(
      `There is no ${SETTINGS_FILE} in ${resolve(root)}. Make one with phone-agents init, or name the folder with --folder.`,
    );
  const yaml = parseYaml(readText(path, MAX_YAML_BYTES), SETTINGS_FILE);
  const { data, error } = settingsSchema.safeParse(yaml.content ?? {});
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new UsageError(
      [yaml.placeOf(issue.path), issue.path.join('.'), issue.message].filter(Boolean).join(': '),
    );
  return { environments: data?.environments ?? {}, deleted: data?.deleted ?? [] };
}

/** Parses a file. Throws UsageError also for a text that YAML parsers read differently. */
function parseYaml(text: string, path: string): YamlFile {
  const yaml = readYamlFile(text, path);
  if (!yaml.ambiguous) return yaml;
  const { text: written, place } = yaml.ambiguous;
  throw new UsageError(`${place}: ${written} is ambiguous; write "${written}" if it is a text.`);
}

function filesIn(root: string, issues: string[]) {
  const seen = new Map<string, string>();
  return KINDS.flatMap((kind) =>
    globSync(`${kind}/**/*.{yaml,yml,json}`, { cwd: root })
      .map((path) => path.split(sep).join('/'))
      .sort()
      .flatMap((path) => {
        const key = path.slice(kind.length + 1).replace(/\.(yaml|yml|json)$/, '');
        // Some file systems and people don't tell upper and lower case apart.
        const same = seen.get(`${kind}/${key.toLowerCase()}`);
        seen.set(`${kind}/${key.toLowerCase()}`, path);
        if (same !== undefined) issues.push(`${path}: ${same} has the same name; rename one of them.`);
        return same === undefined ? [{ kind, key, path }] : [];
      }),
  );
}

interface RecordFile {
  readonly root: string;
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  readonly document: ApiDocument;
  readonly env: NodeJS.ProcessEnv;
  readonly issues: string[];
}

function readRecord({ root, kind, key, path, document, env, issues }: RecordFile): WrittenRecord {
  const yaml = parseYaml(readText(join(root, path), MAX_YAML_BYTES), path);
  if (!isFields(yaml.content)) throw new UsageError(`${path}: this must be a map of fields.`);
  const { renamed_from: renamedFrom, $schema: _, ...written } = yaml.content;
  const tell = (steps: readonly string[], message: string) => {
    const at = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    issues.push(`${yaml.placeOf(at)}: ${steps.join('.') || 'the file'}: ${message}`);
  };
  const resolved = {
    ...(kind === 'agents' && { name: key }),
    ...Object(resolveTexts(written, { root, path, env, tell })),
  };
  const schema = fileSchema(document, kind);
  const refersTo: string[] = kind === 'tests' ? agentOfTest(resolved) : [];
  const checked = mapIds(document, schema, resolved, (text, [field]) => {
    if (isId(text)) return text;
    refersTo.push(`${field === 'publish_requires' ? 'tests' : 'agents'}/${text}`);
    return SOME_ID;
  });
  for (const { path: steps, message } of checkContent(document, schema, checked)) tell(steps, message);
  if (Array.isArray(resolved.publish_requires) && resolved.drafts !== true)
    tell(['publish_requires'], 'Only agents that keep drafts wait for tests: set drafts: true, too.');
  if (renamedFrom !== undefined && typeof renamedFrom !== 'string')
    tell(['renamed_from'], 'Give the former file name, without its ending.');
  return {
    ...{ kind, key, path, yaml, written, resolved, content: comparable(document, kind, resolved) },
    renamedFrom: typeof renamedFrom === 'string' ? renamedFrom : undefined,
    refersTo: [...new Set(refersTo)],
  };
}

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const SOME_ID = '00000000-0000-0000-0000-000000000000';

/** The agent of a test is named as the API does: with an optional version. */
const agentOfTest = ({ agent }: Fields): string[] =>
  typeof agent === 'string' && !isId(agent.split('@')[0] ?? '') ? [`agents/${agent.split('@')[0]}`] : [];

interface Texts {
  readonly root: string;
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tell: (steps: readonly string[], message: string) => void;
}

/** Names of variables that CI systems give secrets. */
const SECRET_VARIABLE = /(token|secret|key|password)$/i;

/** Schemas of yours, in which `file` and `env` are names of fields. */
const FREE_FORM = new Set(['input_schema', 'extract', 'args', 'when', 'returns']);

function resolveTexts(value: unknown, texts: Texts, steps: readonly string[] = []): unknown {
  if (isReference(value) && !steps.some((step) => FREE_FORM.has(step))) {
    if ('file' in value) return textOfFile(value.file, texts, steps);
    if (steps.some(isSecret)) return value;
    // Plans and comments show this text.
    if (SECRET_VARIABLE.test(value.env))
      texts.tell(steps, `The variable ${value.env} seems to be a secret, and this field is none.`);
    const text = texts.env[value.env];
    if (text === undefined) texts.tell(steps, `Set the environment variable ${value.env}.`);
    return text ?? '';
  }
  if (Array.isArray(value))
    return value.map((item, index) => resolveTexts(item, texts, [...steps, String(index)]));
  if (isFields(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, resolveTexts(inner, texts, [...steps, key])]),
    );
  if (typeof value === 'string' && steps.some(isSecret))
    texts.tell(steps, 'A secret is in no file. Name its environment variable: { env: NAME }.');
  return value;
}

function textOfFile(file: string, { root, path, tell }: Texts, steps: readonly string[]): string {
  const place = join(root, dirname(path), file);
  try {
    if (relative(realpathSync(root), realpathSync(place)).startsWith('..'))
      throw new UsageError(`${file} is outside the folder.`);
    return readText(place, MAX_TEXT_BYTES).replace(/\n$/, '');
  } catch (error) {
    tell(steps, error instanceof UsageError ? error.message : `There is no file ${file} beside this one.`);
    return '';
  }
}

function readText(path: string, maxBytes: number): string {
  const { size } = statSync(path);
  if (size > maxBytes) throw new UsageError(`${path} has ${size} bytes; at most ${maxBytes} are read.`);
  return readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
}

function issuesAmong(records: ReadonlyMap<string, WrittenRecord>, { deleted }: FolderSettings): string[] {
  // A test may also name an agent as the service does.
  const names = new Set([...records.values()].map(({ content }) => `agents/${String(content.name)}`));
  const unknown = [...records.values()].flatMap(({ kind, path, refersTo }) =>
    refersTo.flatMap((name) =>
      records.has(name) || (kind === 'tests' && names.has(name))
        ? []
        : [`${path}: it refers to ${name}, which has no file.`],
    ),
  );
  const both = deleted.flatMap((name) =>
    records.has(name) ? [`${SETTINGS_FILE}: ${name} is deleted, but has a file.`] : [],
  );
  const renamed = [...records.values()].flatMap(({ kind, path, renamedFrom }) =>
    renamedFrom !== undefined && records.has(`${kind}/${renamedFrom}`)
      ? [`${path}: renamed_from names ${kind}/${renamedFrom}, which has a file of its own.`]
      : [],
  );
  return [...unknown, ...both, ...renamed];
}
