import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { LineIssue } from '../editor/remarks.ts';

/** What a text of YAML says. */
export interface ReadYaml {
  /** Undefined if the text is not YAML. */
  readonly value: unknown;
  /** Why it is not YAML. */
  readonly issues: readonly LineIssue[];
  /** The line, from 1, that has the value at a path, or the innermost value around it that exists. */
  readonly lineOf: (path: readonly string[]) => number;
}

/** Reads a text of YAML, in which JSON is allowed, too. */
export function readYaml(text: string): ReadYaml {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(counter.linePos(offset).line, 1);
  const lineOf = (path: readonly string[]) => lineAt(offsetOf(document.contents, path));
  const issues = document.errors.map(({ message, pos }) => ({ line: lineAt(pos[0]), text: message }));
  if (issues.length > 0) return { value: undefined, issues, lineOf };
  try {
    return { value: document.toJS(), issues, lineOf };
  } catch (error) {
    // Aliases that lead nowhere, or to too much.
    const why = error instanceof Error ? error.message : String(error);
    return { value: undefined, issues: [{ line: 1, text: why }], lineOf };
  }
}

/** Where the key or item begins to which the names lead. */
function offsetOf(root: unknown, path: readonly string[]): number {
  let node = root;
  let offset = 0;
  for (const name of path) {
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
      : undefined;
    const found: unknown = pair ? pair.key : isSeq(node) ? node.items[Number(name)] : undefined;
    if (found === undefined) break;
    offset = startOf(found) ?? offset;
    node = pair ? pair.value : found;
  }
  return offset;
}

const startOf = (node: unknown): number | undefined =>
  isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
