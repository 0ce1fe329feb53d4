import type { Schema } from '../../api/client.ts';
import type { ActionNames } from '../conversation/record-of-turn.ts';
import { lineOf, writtenLine } from '../playground/script.ts';
import type { Expectation } from './expectation.ts';
import type { TestBody } from './test-api.ts';

type Turn = Schema<'CallTurn'>;

type Rehearsed = Pick<Schema<'Rehearsal'>, 'agent' | 'turns' | 'status' | 'handed_to'>;

/** Characters of a name, and of the agent's words that are proposed. */
const [NAME, WORDS] = [60, 80];

/** A test is named by the contact's first line. */
export const nameOf = (script: readonly { readonly contact?: string | undefined }[]): string =>
  (script.find(({ contact }) => contact)?.contact ?? '').slice(0, NAME);

/**
 * A test with the contact's lines of a rehearsal, and the same end. What the agent said and called is proposed by turn: to
 * expect it is up to the user.
 */
export function testOfRehearsal(
  { agent, turns, status, handed_to: handedTo }: Rehearsed,
  names: ActionNames,
): { readonly test: TestBody; readonly proposals: readonly (readonly Expectation[])[] } {
  const script: { readonly contact?: string; readonly keys?: string }[] = [];
  const proposals: Expectation[][] = [];
  const answers = new Map<string, object[]>();
  for (const turn of turns) {
    if (turn.sender === 'human') {
      const line = lineOf(writtenLine(turn));
      script.push('keys' in line ? line : { contact: line.text });
      proposals.push([]);
    }
    const proposed = proposals.at(-1);
    if (turn.sender === 'agent' && turn.text && !turn.action)
      proposed?.push({ says: firstSentence(turn.text) });
    const tool = turn.action && names.get(turn.action.action_id ?? '');
    if (tool === undefined) continue;
    if (!proposed?.some((one) => one.tool === tool)) proposed?.push({ tool });
    answers.set(tool, [...(answers.get(tool) ?? []), answerOf(turn)]);
  }
  const mocks = [...answers].map(([tool, sequence]) => ({ tool, sequence }));
  const outcome = { ended_by: status === 'ended' ? 'agent' : 'nobody', transferred: handedTo !== null };
  const test = {
    name: nameOf(script),
    agent,
    ...(mocks.length > 0 && { tools: { mocks } }),
    turns: script,
    finally: [{ outcome }],
  };
  return { test, proposals };
}

const firstSentence = (text: string) => (/^.*?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text).trim().slice(0, WORDS);

function answerOf({ action }: Turn): object {
  const { error, result = null } = action?.output ?? {};
  return error === undefined ? { returns: result } : { error: 502 };
}
