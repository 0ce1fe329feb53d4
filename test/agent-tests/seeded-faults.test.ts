import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { beforeAll, expect, it } from 'vitest';
import { readTests, testFilesIn } from '#cli/agent-tests/find-tests.ts';
import type { FoundTest } from '#cli/agent-tests/test-file.ts';
import { parseSample } from '#cli/samples/sample.ts';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { END, external, TRANSFER, testedAgent } from './played-test.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const AGENT = join(EXAMPLES, 'agents', 'front-desk.yaml');
const sample = parseSample(readFileSync(AGENT, 'utf8'), AGENT);

let tests: readonly FoundTest[];
beforeAll(async () => {
  ({ tests } = await readTests(testFilesIn([join(EXAMPLES, 'tests', 'front-desk')]), []));
});

const actions: CallAction[] = [
  external('find_slot', 1, { day: { type: 'string' } }),
  external('book', 2, { day: { type: 'string' }, time: { type: 'string' } }),
  TRANSFER,
  END,
];

/** Which of the example's tests do not pass with its agent, whose model answers these rules first. */
async function found(faults: readonly RuleInput[]): Promise<string[]> {
  const play = await testedAgent({
    actions,
    prompt: String(sample.agent.prompt),
    greeting: String(sample.agent.initial_message),
    replies: [...faults, ...sample.model],
  });
  const results = await Promise.all(
    tests.map(async ({ test, path }) => {
      const { status, error } = await play(test);
      return status === 'passed' ? [] : `${basename(path, '.yaml')}: ${error ?? status}`;
    }),
  );
  return results.flat();
}

it('no test fails with the agent as it should be', async () => {
  expect(await found([])).toEqual([]);
  expect(tests.length).toBe(10);
});

it.each<[fault: string, rule: RuleInput, test: string]>([
  [
    'forgets to look up',
    { when: { last_user: 'do you have' }, reply: "Three o'clock is free. Shall I book it?" },
    'looks-up',
  ],
  [
    'books twice',
    {
      when: { tool_result: 'booking' },
      tool_call: { name: 'book', arguments: { day: 'tuesday', time: '15:00' } },
    },
    'books-once',
  ],
  [
    'promises',
    { when: { tool_result: 'HTTP status 503' }, reply: 'I am sorry for the delay. You are booked.' },
    'promises-nothing',
  ],
  [
    'loops',
    { when: { last_user: 'my name is' }, reply: 'With pleasure. What is your name, please?' },
    'does-not-loop',
  ],
  [
    'ignores an interruption',
    { when: { last_user: 'wait' }, reply: "Three o'clock on Tuesday it is. Shall I book it for you?" },
    'stops-when-interrupted',
  ],
  [
    'leaks the prompt',
    { when: { last_user: 'instructions' }, reply: `I am an assistant. \${system}` },
    'keeps-its-prompt',
  ],
  [
    'speaks the wrong language',
    { when: { last_user: 'español' }, reply: 'I am sorry. Which day would suit you?' },
    'answers-in-spanish',
  ],
  [
    'never ends',
    { when: { last_user: 'goodbye' }, reply: 'Goodbye! What else can I do for you?' },
    'hangs-up',
  ],
  [
    'looks up the wrong day',
    { when: { last_user: 'friday' }, tool_call: { name: 'find_slot', arguments: { day: 'thursday' } } },
    'right-day',
  ],
  [
    'transfers too early',
    { when: { last_user: 'bill' }, reply: 'I am connecting you.', tool_call: { name: 'transfer_call' } },
    'transfers-when-asked',
  ],
])('an agent that %s fails one test, and passes the others', async (_, rule, test) => {
  expect(await found([rule])).toEqual([`${test}: failed`]);
});
