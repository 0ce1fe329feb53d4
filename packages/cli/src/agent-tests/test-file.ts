import { z } from 'zod';
import { type AgentTestInput, agentTest } from '../../../../lambdas/agent-tests/model/agent-test.ts';
import { issuesAt, parseInput } from '../../../../lambdas/http/issues.ts';
import { CommandError } from '../errors.ts';
import { readYamlFile } from '../samples/yaml-file.ts';

/** Maximum number of displayed issues per file. */
const MAX_ISSUES = 10;

/** A test as written in its file. */
export interface FoundTest {
  readonly test: AgentTestInput;
  readonly path: string;
  /** The file of a value in the test, with its line if known: `path:line`. */
  placeOf(steps: readonly PropertyKey[]): string;
}

/** A value's path in a test; list positions are numbers. */
export const stepsOf = (loc: readonly string[]): (string | number)[] =>
  loc.map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The published schema of test files. */
export const testJsonSchema = () => z.toJSONSchema(agentTest, { io: 'input', unrepresentable: 'any' });

/** Parses a test file. Throws CommandError with the file, line and place of each issue. */
export function parseTestFile(text: string, path: string): FoundTest {
  const { ambiguous, content, placeOf } = readYamlFile(text, path);
  if (ambiguous)
    throw new CommandError(`${ambiguous.place}: ${ambiguous.text} is ambiguous; ${advice(ambiguous.text)}.`);
  return checkedTest(content, { path, placeOf });
}

function advice(text: string): string {
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return `write "${text}" if it is a text${text.includes(':') ? `, or ${seconds}s if it is a duration` : ''}`;
}

/** Parses a file's content as a test. Throws CommandError as `parseTestFile` does. */
export function checkedTest(content: unknown, file: Pick<FoundTest, 'path' | 'placeOf'>): FoundTest {
  const { error } = parseInput(agentTest, content);
  if (!error) return { test: content as AgentTestInput, ...file };
  const issues = issuesAt([], error).map(({ loc, msg }) => {
    const steps = stepsOf(loc);
    return `${file.placeOf(steps)}: ${z.core.toDotPath(steps) || 'the test'}: ${msg}`;
  });
  const more =
    issues.length > MAX_ISSUES ? [`${file.path}: ${issues.length - MAX_ISSUES} further issues.`] : [];
  throw new CommandError([...issues.slice(0, MAX_ISSUES), ...more].join('\n'));
}
