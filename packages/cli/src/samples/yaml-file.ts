import { type Document, isNode, LineCounter, parseDocument, stringify, visit } from 'yaml';
import { UsageError } from '../errors.ts';

/** A YAML file, or a JSON file, which is also YAML. */
export interface YamlFile {
  readonly content: unknown;
  /** Its text with other values at the top level; undefined removes one. Comments elsewhere stay. */
  with(changes: Readonly<Record<string, unknown>>): string;
  valueAt(steps: readonly PropertyKey[]): unknown;
  /** The file and line of a value or, if it is missing, of the innermost enclosing one. */
  placeOf(steps: readonly PropertyKey[]): string;
  /** The first text that YAML parsers interpret differently, and its file and line. */
  readonly ambiguous: { readonly text: string; readonly place: string } | undefined;
}

/** YAML 1.1 reads some texts as numbers or as true and false, so they are quoted. */
const WRITTEN = {
  lineWidth: 100,
  aliasDuplicateObjects: false,
  compat: 'yaml-1.1',
  blockQuote: 'literal',
} as const;

export const yamlOf = (content: unknown): string => stringify(content, WRITTEN);

/** Parses a file. Throws UsageError with the file and line if it is neither YAML nor JSON. */
export function readYamlFile(text: string, path: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number | undefined) => `${path}:${lines.linePos(offset ?? 0).line || 1}`;
  const [issue] = document.errors;
  if (issue)
    throw new UsageError(`${placeAt(issue.pos[0])}: this is neither JSON nor YAML: ${issue.message}`);
  const ambiguous = ambiguousIn(document);
  return {
    content: contentOf(document, path),
    with(changes) {
      const changed = document.clone();
      for (const [name, value] of Object.entries(changes))
        if (value === undefined) changed.delete(name);
        else changed.set(name, changed.createNode(value, { aliasDuplicateObjects: false }));
      changed.schema = Object.assign(changed.schema, {
        compat: parseDocument('', { compat: 'yaml-1.1' }).schema.compat,
      });
      return changed.toString(WRITTEN);
    },
    valueAt: (steps) => document.getIn(steps),
    placeOf: (steps) => placeAt(offsetOf(document, steps)),
    ambiguous: ambiguous && { text: ambiguous.text, place: placeAt(ambiguous.offset) },
  };
}

/** YAML 1.1 reads these as numbers or as true and false, and YAML 1.2 drops the zero of `012`. */
const AMBIGUOUS = /^([+-]?0\d+|\d+(:\d\d)+|y|n|yes|no|on|off)$/i;

function ambiguousIn(document: Document) {
  let found: { readonly text: string; readonly offset: number | undefined } | undefined;
  visit(document, {
    Scalar(_, { type, source = '', range }) {
      if (type !== 'PLAIN' || !AMBIGUOUS.test(source)) return undefined;
      found = { text: source, offset: range?.[0] };
      return visit.BREAK;
    },
  });
  return found;
}

/** A file's content. Refuses aliases that would expand without bounds. */
function contentOf(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node)) return node.range?.[0];
  return path.length === 0 ? undefined : offsetOf(document, path.slice(0, -1));
}
