// Conversations of agents with several steps, with models and services that answer as planned.
import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '../../../lambdas/actions/model/external-service.ts';
import { END, external, TRANSFER } from '../../agent-tests/played-test.ts';
import { type StepsInput, SUPPORT } from '../../support/agent-steps.ts';
import { plannedCall } from '../planned-call.ts';

const FIND = external('find_account', 1, { phone: { type: 'string', confirmed: true } });
const ACTIONS = [FIND, external('other', 2), TRANSFER];
const QUESTION = 'To be sure:';
const PHONE = '415 555 2671';
const SET_PHONE = [['set_values', { phone: PHONE }]] as const;
const CONFIRM = ['confirm_value', { name: 'phone' }] as const;

/** The outputs that the model got for its calls, from its second request of an answer on. */
const results = (request: { readonly messages: readonly object[] } | undefined) =>
  request?.messages.flatMap((message) =>
    'toolCallId' in message && 'content' in message ? [message.content] : [],
  );

describe('a conversation with steps', () => {
  it('opens with the greeting and what its steps say, without a model', async () => {
    const { turns, requests, step } = await plannedCall({
      steps: SUPPORT,
      actions: ACTIONS,
      greeting: 'Hello.',
    });
    expect(await turns()).toEqual(['Hello. This call is recorded.']);
    expect(requests).toHaveLength(0);
    expect(await step()).toBe('identify');
  });

  it('offers the goal, the tools and the actions of its step in one request', async () => {
    const { says, tools, input, requests } = await plannedCall({ steps: SUPPORT, actions: ACTIONS });
    await says('Hello.');
    expect(requests).toHaveLength(1);
    expect(tools()).toEqual(['find_account', 'set_values', 'take_exit']);
    expect(input()).toContain('Your task now: Find the account.');
  });

  it('reads values back, and goes on when the contact agreed', async () => {
    const { says, expectHeard, value, step, tools, requests } = await plannedCall({
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
    const { says, turns, requests, session } = await plannedCall({
      steps: SUPPORT,
      actions: ACTIONS,
      replies: [[['take_exit', { name: 'hours' }]], [['take_exit', { name: 'person' }]]],
    });
    await says('When are you open?');
    expect((await turns()).at(-1)).toBe('We are open from nine to five.');
    await says('I want a person.');
    expect(await session()).toMatchObject({ handoff: TRANSFER.id });
    expect(requests).toHaveLength(2);
    expect(await turns()).toContain('One moment, I am connecting you.');
  });
});

describe('a step that does an action', () => {
  const LOOKUP = {
    entry: 'look_up',
    values: { account: { from: 'tool' }, contact_number: { from: 'call' }, vip: { from: 'context' } },
    steps: {
      look_up: { do: 'find_account', next: [{ when: 'account.open', to: 'greet' }, { to: 'stranger' }] },
      greet: { say: `Hello \${account.name}, \${vip}.`, next: [{ to: 'help' }] },
      stranger: { say: 'Who is calling?', next: [{ to: 'help' }] },
      help: { goal: 'Help.', next: [{ when: 'silences >= 1', to: 'bye' }, { to: 'help' }] },
      bye: { do: 'end_conversation' },
    },
  } as const satisfies StepsInput;
  const FIND_BY_NUMBER = external('find_account', 1, { number: { type: 'string', value: 'contact_number' } });
  const play = (result: ServiceAnswer, type: 'action_external' | 'action_mcp' = 'action_external') =>
    plannedCall({
      steps: LOOKUP,
      actions: [{ ...FIND_BY_NUMBER, type }, END],
      serves: () => [result],
      context: { vip: 'our guest' },
    });

  it.each([
    'action_external',
    'action_mcp',
  ] as const)('opens with an %s and known arguments, and what it says has their result', async (type) => {
    const { asked, turns, requests } = await play({ result: { account: { open: true, name: 'Ann' } } }, type);
    expect(asked.map(({ payload }) => payload)).toEqual([{ number: '+15551230002' }]);
    expect(await turns()).toEqual([type, 'Hello Ann, our guest.']);
    expect(requests).toHaveLength(0);
  });

  it('takes the else if the action fails', async () => {
    const { turns } = await play({ error: 'No such account.' });
    expect(await turns()).toContain('Who is calling?');
  });

  it('ends the call after a silence, without a question', async () => {
    const { call, session } = await play({ error: 'No such account.' });
    await call.isSilent(60_000);
    await call.hearsOut();
    expect(call.line.hasAgentLeft).toBe(true);
    expect(call.line.heard.join(' ')).not.toContain('still there');
    expect(await session()).toMatchObject({ ending: true });
  });
});

describe('a badly written or mistaken agent', () => {
  it('cannot skip identification: only the actions of the step can be called', async () => {
    const { says, asked, requests } = await plannedCall({
      steps: SUPPORT,
      actions: ACTIONS,
      replies: [[['other', {}]], 'What is your number?'],
    });
    await says('Do the other thing.');
    expect(asked).toEqual([]);
    expect(results(requests[1])).toEqual([expect.stringContaining('no such tool')]);
  });

  it('cannot act on a value that the contact did not confirm, or on another one', async () => {
    const { says, asked, requests } = await plannedCall({
      steps: SUPPORT,
      actions: ACTIONS,
      replies: [
        SET_PHONE,
        [['find_account', { phone: '+14155552671' }]],
        [CONFIRM, ['find_account', { phone: '+14155550000' }]],
        [['find_account', { phone: '+14155552671' }]],
      ],
      serves: () => [{ result: { account: { overdue: 0 } } }],
    });
    await says(`It is ${PHONE}.`);
    await says('Yes.');
    expect(results(requests[2])).toEqual([expect.stringContaining('must confirm')]);
    expect(results(requests[3])?.at(-1)).toContain('must be the value phone');
    expect(asked.map(({ payload }) => payload)).toEqual([{ phone: '+14155552671' }]);
    expect(requests[1]?.tools.find(({ name }) => name === 'find_account')?.parameters).toEqual({
      type: 'object',
      properties: { phone: { type: 'string' } },
    });
  });

  it('cannot set a value that the contact never said', async () => {
    const { says, value, requests, expectHeard } = await plannedCall({
      steps: SUPPORT,
      replies: [SET_PHONE, 'What is your number?', SET_PHONE],
    });
    await says('Hello.');
    expect(await value('phone')).toBeUndefined();
    expect(results(requests[1])).toEqual([expect.stringContaining('did not say that')]);
    await says('Four one five, triple five, two six seven one.');
    expectHeard('4 1 5, 5 5 5, 2 6 7 1');
  });

  it('cannot confirm a value before the contact answered, or against their word', async () => {
    const early = await plannedCall({ steps: SUPPORT, replies: [[...SET_PHONE, CONFIRM]] });
    await early.says(`It is ${PHONE}.`);
    expect(await early.value('phone')).not.toHaveProperty('confirmed_at');

    const late = await plannedCall({ steps: SUPPORT, replies: [SET_PHONE, [CONFIRM], 'What is it?'] });
    await late.says(`It is ${PHONE}.`);
    await late.says('No, that is wrong.');
    expect(await late.value('phone')).not.toHaveProperty('confirmed_at');
    expect(results(late.requests[2])).toEqual([expect.stringContaining('did not agree')]);
  });

  it('cannot take a question as answered that the contact did not hear to its end', async () => {
    const { says, call, value, tools } = await plannedCall({
      steps: SUPPORT,
      replies: [SET_PHONE, 'Pardon?'],
    });
    await call.says(`It is ${PHONE}.`);
    await call.interrupts(4, 'Yes?', {});
    await call.hearsOut();
    expect(await value('phone')).not.toHaveProperty('read_back');
    expect(tools()).not.toContain('confirm_value');
    await says('Well?');
  });

  it('stays in its step while a condition lacks its value, and goes on when an action gives it', async () => {
    const { says, step, conversation } = await plannedCall({
      steps: { ...SUPPORT, entry: 'identify' },
      actions: [external('find_account', 1)],
      replies: [[['find_account', {}]]],
      serves: () => [{ result: { account: { overdue: 3 } } }],
    });
    expect(await step()).toBe('identify');
    await says('Look me up.');
    expect(await step()).toBe('pay');
    const { turns } = await conversation();
    expect(turns.map(({ step, exit }) => [step, exit])).toEqual([
      ['identify', undefined],
      ['identify', undefined],
      ['identify', { to: 'pay', by: 'code', reason: 'account.overdue > 0' }],
    ]);
  });
});
