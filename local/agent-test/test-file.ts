import { z } from 'zod';
import { CommandError } from '../../bin/command.ts';
import { type AgentTestInput, agentTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import { issuesAt, parseInput } from '../../lambdas/http/issues.ts';
import { readYamlFile } from '../yaml-file.ts';

/** The maximum number of a file's issues that are shown. */
const MAX_ISSUES = 10;

/** A test as written in its file. */
export interface FoundTest {
  readonly test: AgentTestInput;
  readonly path: string;
  /** The file of a value of the test, and its line if it is known: `path:line`. */
  placeOf(steps: readonly PropertyKey[]): string;
}

/** Where a value of a test is, as its schema names it: positions in lists are numbers. */
export const stepsOf = (loc: readonly string[]): (string | number)[] =>
  loc.map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The published schema of a test's file. */
export const testJsonSchema = () => z.toJSONSchema(agentTest, { io: 'input', unrepresentable: 'any' });

/** Parses a test's file, as its user wrote it. Throws CommandError, which names file, line and place of each issue. */
export function parseTestFile(text: string, path: string): FoundTest {
  const { ambiguous, content, placeOf } = readYamlFile(text, path);
  if (ambiguous)
    throw new CommandError(
      `${ambiguous.place}: ${ambiguous.text} may be read in two ways; ${advice(ambiguous.text)}.`,
    );
  return checkedTest(content, { path, placeOf });
}

function advice(text: string): string {
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return `write "${text}" if it is a text${text.includes(':') ? `, or ${seconds}s if it is a duration` : ''}`;
}

/** The test that a file's content is. Throws CommandError as `parseTestFile` does. */
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
