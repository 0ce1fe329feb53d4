// Conversations of agents with several steps, with models and services that answer as planned.
import { describe, expect, it } from 'vitest';
import { messageWorker } from '../../../lambdas/calls/relay/message.ts';
import { variablesOf } from '../../../lambdas/platform/worker.ts';
import { external, TRANSFER } from '../../agent-tests/played-test.ts';
import { SUPPORT } from '../../support/agent-steps.ts';
import { stubVariables } from '../../support/table/variables.ts';
import { playingSteps } from './played-steps.ts';

stubVariables(variablesOf(messageWorker), { MAX_SILENCE_SECONDS: '30' });

const FIND = external('find_account', 1, { phone: { type: 'string', confirmed: true } });
const ACTIONS = [FIND, external('other', 2), TRANSFER];
const QUESTION = 'To be sure:';

describe('a conversation with steps', () => {
  it('opens with the greeting and what its steps say, without a model', async () => {
    const { turns, requests, step } = await playingSteps({
      steps: SUPPORT,
      actions: ACTIONS,
      greeting: 'Hello.',
    });
    expect(await turns()).toEqual(['Hello. This call is recorded.']);
    expect(requests).toHaveLength(0);
    expect(await step()).toBe('identify');
  });

  it('offers the goal, the tools and the actions of its step in one request', async () => {
    const { says, tools, input, requests } = await playingSteps({ steps: SUPPORT, actions: ACTIONS });
    await says('Hello.');
    expect(requests).toHaveLength(1);
    expect(tools()).toEqual(['find_account', 'set_values', 'take_exit']);
    expect(input()).toContain('Your task now: Find the account.');
  });

  it('reads values back, and goes on when the contact agreed', async () => {
    const { says, expectHeard, value, step, tools, requests } = await playingSteps({
      steps: SUPPORT,
      actions: ACTIONS,
      replies: [
        [['set_values', { phone: '415 555 2671' }]],
        [['confirm_value', { name: 'phone' }], 'And when were you born?'],
        [['set_values', { born: 'the third of May 1980' }], 'How can I help?'],
      ],
    });
    await says('My number is 415 555 2671.');
    expectHeard(`${QUESTION} 4 1 5, 5 5 5, 2 6 7 1. Is that right?`);
    expect(requests).toHaveLength(1);
    expect(await value('phone')).toMatchObject({ value: '+14155552671', source: 'contact' });

    await says('Yes.');
    expect(tools()).toContain('confirm_value');
    expect(await value('phone')).toMatchObject({ confirmed_at: 2 });
    expect(await step()).toBe('identify');

    await says('On the third of May 1980.');
    expect(await step()).toBe('help');
    expect(requests).toHaveLength(3);
  });

  it('takes a step that says something as the answer, and does actions without a model', async () => {
    const { says, turns, requests, session } = await playingSteps({
      steps: SUPPORT,
      actions: ACTIONS,
      replies: [
        ['take_exit', { name: 'hours' }],
        ['take_exit', { name: 'person' }],
      ],
    });
    await says('When are you open?');
    expect((await turns()).at(-1)).toBe('We are open from nine to five.');
    await says('I want a person.');
    expect(await session()).toMatchObject({ handoff: TRANSFER.id });
    expect(requests).toHaveLength(2);
    expect(await turns()).toContain('One moment, I am connecting you.');
  });
});
