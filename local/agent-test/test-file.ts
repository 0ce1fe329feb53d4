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

/** The published schema of a test's file. */
export const testJsonSchema = () => z.toJSONSchema(agentTest, { io: 'input', unrepresentable: 'any' });

/** Parses a test's file, as its user wrote it. Throws CommandError, which names file, line and place of each issue. */
export function parseTestFile(text: string, path: string): AgentTestInput {
  if (Buffer.byteLength(text) > MAX_TEST_BYTES)
    throw new CommandError(`${path}: a test may have at most ${MAX_TEST_BYTES} bytes.`);
  const file = readYamlFile(text, path);
  const { ambiguous, content } = file;
  if (ambiguous)
    throw new CommandError(
      `${ambiguous.place}: ${ambiguous.text} may be read in two ways; write "${ambiguous.text}" if it is a text.`,
    );
  const { error } = parseInput(agentTest, content);
  if (!error) return content as AgentTestInput;
  const issues = issuesAt([], error).map(({ loc, msg }) => {
    const steps = loc.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return `${file.placeOf(steps)}: ${z.core.toDotPath(steps) || 'the test'}: ${msg}`;
  });
  const more = issues.length > MAX_ISSUES ? [`${path}: ${issues.length - MAX_ISSUES} further issues.`] : [];
  throw new CommandError([...issues.slice(0, MAX_ISSUES), ...more].join('\n'));
}
