import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** What the document says of components and their fields, by `Component` or `Component.field.inner_field`. */
export type FieldNotes<T> = Readonly<Record<string, T>>;

const LAMBDAS = join(import.meta.dirname, '../../lambdas');

const readNotes = <T>(file: string, schema: z.ZodType<T>): FieldNotes<T> =>
  z.record(z.string(), schema).parse(parse(readFileSync(file, 'utf8')));

/** The notes of all nouns. Names are unique. */
function notesOf<T>(kind: 'words' | 'examples', schema: z.ZodType<T>): FieldNotes<T> {
  const notes: Record<string, T> = {};
  const noted = z.record(z.string(), schema);
  for (const file of globSync('**/*.words.yaml', { cwd: LAMBDAS }).sort()) {
    const { [kind]: own = {} } = readNotes(join(LAMBDAS, file), z.unknown());
    for (const [name, note] of Object.entries(noted.parse(own))) {
      if (Object.hasOwn(notes, name)) throw new Error(`Two files have ${kind} of ${name}.`);
      notes[name] = note;
    }
  }
  return notes;
}

/**
 * The description of each component and each field, with units; bounds are added from the schema. The console takes a
 * field's help from it, and the field's label from its name. It is beside the model, in a file that no function
 * imports, since schemas are part of every function. Names, and not schemas, are its keys: a field that several schemas
 * get from one function is another instance in each.
 */
export const descriptions: FieldNotes<string> = notesOf('words', z.string());

/** Example values. Fields without one take their default, first enum value or the like: see examples.ts. */
export const exampleValues: FieldNotes<unknown> = notesOf('examples', z.unknown());

/** What the summary of an operation omits. */
export const operationDescriptions = readNotes(join(import.meta.dirname, 'operations.yaml'), z.string());

/** The note on a field, or on the component itself if the path is empty. */
export function noteOn<T>(notes: FieldNotes<T>, component: string, path: readonly string[]): T | undefined {
  const key = noteKey(notes, component, path);
  return key === undefined ? undefined : notes[key];
}

/**
 * The name of a field's note. A component without one of its own takes that of the longest part of its name that has one
 * (CompactAgent and NewerAgentInput take Agent's), or else that of any Record. An inner field without one takes that of
 * its own name: `Record.error.msg` describes it wherever it stands.
 */
export function noteKey(
  notes: FieldNotes<unknown>,
  component: string,
  path: readonly string[],
): string | undefined {
  const parts = [...partsOf(component), 'Record'];
  const ends = path.length === 0 ? [path] : path.map((_, start) => path.slice(start));
  return ends
    .flatMap((end) => parts.map((part) => [part, ...end].join('.')))
    .find((candidate) => Object.hasOwn(notes, candidate));
}

/** Runs of words in a name, longest first. A page is described whatever is on it. */
function partsOf(name: string): string[] {
  const words = name.replace(/^PageOf.+/, 'Page').split(/(?=[A-Z])/);
  const lengths = words.map((_, index) => words.length - index);
  return lengths.flatMap((length) =>
    words.slice(0, words.length - length + 1).map((_, start) => words.slice(start, start + length).join('')),
  );
}
