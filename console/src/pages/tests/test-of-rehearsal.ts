import type { Schema } from '../../api/client.ts';
import type { ActionNames } from '../call/record-of-turn.ts';
import { lineOf, writtenLine } from '../playground/script.ts';
import type { TestBody } from './test-api.ts';

type Turn = Schema<'CallTurn'>;

type Rehearsed = Pick<Schema<'Rehearsal'>, 'agent' | 'turns' | 'status' | 'handed_to'>;

/** A test with the contact's lines of a rehearsal. It expects the services that were called, and the same end. */
export function testOfRehearsal(
  { agent, turns, status, handed_to: handedTo }: Rehearsed,
  names: ActionNames,
): TestBody {
  const script: { readonly [key: string]: unknown }[] = [];
  const answers = new Map<string, object[]>();
  let called: string[] = [];
  const closeTurn = () => {
    const line = script.at(-1);
    if (line && called.length > 0)
      script[script.length - 1] = { ...line, expect: [...new Set(called)].map((tool) => ({ tool })) };
    called = [];
  };
  for (const turn of turns) {
    if (turn.sender === 'human') {
      closeTurn();
      const line = lineOf(writtenLine(turn));
      script.push('keys' in line ? line : { contact: line.text });
    }
    const tool = turn.action && names.get(turn.action.action_id ?? '');
    if (tool === undefined) continue;
    called.push(tool);
    answers.set(tool, [...(answers.get(tool) ?? []), answerOf(turn)]);
  }
  closeTurn();
  const mocks = [...answers].map(([tool, sequence]) => ({ tool, sequence }));
  const outcome = { ended_by: status === 'ended' ? 'agent' : 'nobody', transferred: handedTo !== null };
  return { agent, ...(mocks.length > 0 && { tools: { mocks } }), turns: script, finally: [{ outcome }] };
}

function answerOf({ action }: Turn): object {
  const { error, result = null } = action?.output ?? {};
  return error === undefined ? { returns: result } : { error: 502 };
}
