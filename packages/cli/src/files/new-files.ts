import { yamlOf } from '../samples/yaml-file.ts';
import { type ApiDocument, type Fields, isFields } from './api-document.ts';
import { isSecret, MADE_BY_SERVICE } from './content.ts';
import { fileSchema, type Kind } from './folder.ts';
import { kindOf, type RemoteRecord } from './remote.ts';

/** A file's name of letters that every file system takes. */
export function freeName(kind: Kind, name: string, isTaken: (name: string) => boolean): string {
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

/** The first line of a record's file, by which editors find its schema. */
export const headerOf = (name: string): string =>
  `# yaml-language-server: $schema=${'../'.repeat(name.split('/').length - 1)}schemas/${kindOf(name).slice(0, -1)}.schema.json\n`;

/** The files of a record that has none: its fields, and an agent's prompt as Markdown. */
export function writeNew(
  name: string,
  { content, raw }: RemoteRecord,
  document: ApiDocument,
  files: Map<string, string | undefined>,
): void {
  const path = `${name}.yaml`;
  const { published: _, ...fields } = content;
  const kind = kindOf(name);
  if (kind === 'tests') return void files.set(path, headerOf(name) + yamlOf(fields));
  const { prompt } = fields;
  const stem = name.slice(name.lastIndexOf('/') + 1);
  const text = isFields(prompt) && typeof prompt.content === 'string' ? prompt.content : '';
  files.set(`${name}.md`, `${text}\n`);
  const prefix = upperCase(stem);
  const inOrder = document.resolve(fileSchema(document, kind));
  const own = { ...fields, prompt: { ...Object(prompt), content: { file: `${stem}.md` } } };
  const whole: Fields = { ...Object(withSecretNames(own, raw, [prefix])) };
  const names = ['name', 'prompt', ...Object.keys(Object(inOrder.properties))].filter(
    (field) => whole[field] !== undefined,
  );
  files.set(path, headerOf(name) + yamlOf(Object.fromEntries(names.map((field) => [field, whole[field]]))));
}

const upperCase = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');

/** Adds the environment variables of the secrets that the service has, and did not make itself. */
function withSecretNames(value: unknown, raw: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value) && Array.isArray(raw))
    return value.map((item, index) => withSecretNames(item, raw[index], [...path, String(index + 1)]));
  if (!isFields(value) || !isFields(raw)) return value;
  const secrets = Object.keys(raw).filter(
    (key) => isSecret(key) && !MADE_BY_SERVICE.has(key) && typeof raw[key] === 'string',
  );
  const variable = (key: string) => ({ env: upperCase([...path, key].join('_')) });
  return {
    ...Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withSecretNames(inner, raw[key], [...path, key])]),
    ),
    ...Object.fromEntries(secrets.map((key) => [key, variable(key)])),
    ...(isFields(raw.headers) && {
      headers: Object.fromEntries(Object.keys(raw.headers).map((key) => [key, variable(key)])),
    }),
  };
}
