import { z } from 'zod';
import {
  type AgentTestInput,
  agentTest,
  MAX_TEST_BYTES,
} from '../../lambdas/agent-tests/model/agent-test.ts';
import { issuesAt, parseInput } from '../../lambdas/http/issues.ts';
import { CommandError } from '../call/clients/command-error.ts';
import { readYamlFile } from '../yaml-file.ts';

/** Most issues of a file that are named. */
const MAX_ISSUES = 10;

/** A test as its file has it. */
export interface FoundTest {
  readonly test: AgentTestInput;
  readonly path: string;
  /** The file of a value of the test, and its line if it is known: `path:line`. */
  placeOf(steps: readonly PropertyKey[]): string;
}

/** The published schema of a test's file. */
export const testJsonSchema = () => z.toJSONSchema(agentTest, { io: 'input', unrepresentable: 'any' });

/** Parses a test's file, as its user wrote it. Throws CommandError, which names file, line and place of each issue. */
export function parseTestFile(text: string, path: string): FoundTest {
  if (Buffer.byteLength(text) > MAX_TEST_BYTES)
    throw new CommandError(`${path}: a test may have at most ${MAX_TEST_BYTES} bytes.`);
  const { ambiguous, content, placeOf } = readYamlFile(text, path);
  if (ambiguous)
    throw new CommandError(
      `${ambiguous.place}: ${ambiguous.text} may be read in two ways; write "${ambiguous.text}" if it is a text.`,
    );
  return checkedTest(content, { path, placeOf });
}

/** The test that a file's content is. Throws CommandError as `parseTestFile` does. */
export function checkedTest(content: unknown, file: Pick<FoundTest, 'path' | 'placeOf'>): FoundTest {
  const { error } = parseInput(agentTest, content);
  if (!error) return { test: content as AgentTestInput, ...file };
  const issues = issuesAt([], error).map(({ loc, msg }) => {
    const steps = loc.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return `${file.placeOf(steps)}: ${z.core.toDotPath(steps) || 'the test'}: ${msg}`;
  });
  const more =
    issues.length > MAX_ISSUES ? [`${file.path}: ${issues.length - MAX_ISSUES} further issues.`] : [];
  throw new CommandError([...issues.slice(0, MAX_ISSUES), ...more].join('\n'));
}
