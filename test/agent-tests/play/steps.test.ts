import { expect, it } from 'vitest';
import type { AgentTestInput } from '../../../lambdas/agent-tests/model/agent-test.ts';
import { parseSteps } from '../../support/agent-steps.ts';
import { testedAgent } from '../played-test.ts';

const STEPS = parseSteps({
  entry: 'identify',
  steps: {
    identify: {
      goal: 'Get the number of the order.',
      collect: { order: { type: 'digits' } },
      next: [{ when: 'order == "99"', to: 'refuse' }, { to: 'help' }],
    },
    refuse: { say: 'That order is closed.', next: [{ to: 'help' }] },
    help: { goal: 'Answer questions.' },
  },
});

const TEST: AgentTestInput = {
  name: 'x',
  turns: [
    { contact: 'Hello.', expect: [{ step: 'identify' }, { value: { order: null } }] },
    { contact: 'It is 4711.', expect: [{ step: 'help' }, { value: { order: '4711', confirmed: false } }] },
  ],
  always: [{ never_visits: 'refuse' }],
  finally: [{ step: 'help' }, { step: 'identify' }],
};

const REPLIES = [
  { when: { tool_result: '.' }, reply: 'Thank you.' },
  { when: { last_user: 'Hello' }, reply: 'Your order, please?' },
  { when: { last_user: '4711' }, tool_call: { name: 'set_values', arguments: { order: '4711' } } },
];

it('a test of an agent with steps sees the step and the values after each turn, and counts steps and exits', async () => {
  const play = await testedAgent({ replies: REPLIES, settings: { steps: STEPS } });

  const { turns, finally: atEnd, always, figures } = await play(TEST);

  expect(turns.flatMap(({ verdicts }) => verdicts.map(({ verdict }) => verdict))).toEqual(
    Array.from({ length: 4 }, () => 'passed'),
  );
  expect([...always, ...atEnd].map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'failed']);
  expect(figures.steps).toEqual({ identify: 1, refuse: 0, help: 1 });
  expect(figures.exits).toEqual({ 'identify → refuse': 0, 'identify → help': 1, 'refuse → help': 0 });
});
