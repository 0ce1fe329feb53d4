/** Descriptions of components and their fields, by `Component` or `Component.field.inner_field`. */
export type FieldNotes<T> = Readonly<Record<string, T>>;

/**
 * The description of a field, or of the component itself if the path is empty. A component without one takes that of
 * the longest part of its name that has one (CompactAgent and NewerAgentInput take Agent's), or else that of any
 * Record.
 */
export function noteOn<T>(notes: FieldNotes<T>, component: string, path: readonly string[]): T | undefined {
  const key = [...partsOf(component), 'Record']
    .map((part) => [part, ...path].join('.'))
    .find((candidate) => Object.hasOwn(notes, candidate));
  return key === undefined ? undefined : notes[key];
}

/** Runs of words in a name, longest first. */
function partsOf(name: string): string[] {
  const words = name.split(/(?=[A-Z])/);
  const lengths = words.map((_, index) => words.length - index);
  return lengths.flatMap((length) =>
    words.slice(0, words.length - length + 1).map((_, start) => words.slice(start, start + length).join('')),
  );
}
