import type { Schema } from '../../api/client.ts';
import { same } from '../../form/changes.ts';
import type { ActionNames } from '../conversation/record-of-turn.ts';
import { lineOf, writtenLine } from '../playground/script.ts';
import { type Expectation, itemsOf } from './expectation.ts';
import type { TestBody } from './test-api.ts';

type Turn = Schema<'CallTurn'>;

type Rehearsed = Pick<Schema<'Rehearsal'>, 'agent' | 'turns' | 'status' | 'handed_to'>;

/** Characters of a name, and of the agent's words that are proposed. */
const [NAME, WORDS] = [60, 80];

/** A test is named by the contact's first line. */
const nameOf = (script: readonly { readonly contact?: unknown }[]): string =>
  String(script.find(({ contact }) => contact)?.contact ?? '').slice(0, NAME);

/** A test with the contact's lines of a rehearsal, and the same end. What the agent said and called is only proposed. */
export function testOfRehearsal(
  { agent, turns, status, handed_to: handedTo }: Rehearsed,
  names: ActionNames,
) {
  const script = turns
    .filter(({ sender }) => sender === 'human')
    .map((turn) => {
      const line = lineOf(writtenLine(turn));
      return 'keys' in line ? line : { contact: line.text };
    });
  const used = turns.filter((turn) => toolOf(turn, names) !== undefined);
  const mocks = [...Map.groupBy(used, (turn) => toolOf(turn, names))].map(([tool, all]) => ({
    tool,
    sequence: all.map(answerOf),
  }));
  const outcome = { ended_by: status === 'ended' ? 'agent' : 'nobody', transferred: handedTo !== null };
  const test = {
    name: nameOf(script.map((line) => ('contact' in line ? line : {}))),
    agent,
    ...(mocks.length > 0 && { tools: { mocks } }),
    turns: script,
    finally: [{ outcome }],
  };
  return { test, proposals: proposalsOf(turns, names) };
}

/** The test that the API makes of a call. What it expects in turns, and what the agent said, is only proposed. */
export function testOfCall(test: TestBody, turns: readonly Turn[]) {
  const script = itemsOf(test.turns);
  // Later words of a turn may be those of a silence, which is a turn of its own in the test.
  const [greeting = [], ...said] = proposalsOf(turns, new Map()).map((all) => all.slice(0, 1));
  const spoken = script.filter((turn) => 'contact' in turn || 'keys' in turn);
  const proposals = script.map((turn) => [...(said[spoken.indexOf(turn)] ?? []), ...itemsOf(turn.expect)]);
  return {
    test: {
      ...test,
      name: nameOf(script) || String(test.name ?? ''),
      turns: script.map(({ expect: _, ...turn }) => turn),
    },
    proposals: [greeting, ...proposals],
  };
}

const toolOf = ({ action }: Turn, names: ActionNames) => action && names.get(action.action_id ?? '');

/** What the agent said and called, before the contact's first turn and after each. */
function proposalsOf(turns: readonly Turn[], names: ActionNames): Expectation[][] {
  const proposals: Expectation[][] = [[]];
  for (const turn of turns) {
    if (turn.sender === 'human') proposals.push([]);
    const proposed = proposals.at(-1);
    if (turn.sender === 'agent' && turn.text && !turn.action)
      proposed?.push({ says: firstSentence(turn.text) });
    const tool = toolOf(turn, names);
    if (tool === undefined) continue;
    const args = turn.action?.input ?? {};
    const expectation = { tool: Object.keys(args).length > 0 ? { name: tool, args } : tool };
    if (!proposed?.some((one) => same(one, expectation))) proposed?.push(expectation);
  }
  return proposals;
}

const firstSentence = (text: string) => (/^.*?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text).trim().slice(0, WORDS);

function answerOf({ action }: Turn): object {
  const { error, result = null } = action?.output ?? {};
  return error === undefined ? { returns: result } : { error: 502 };
}
