// A call that one agent hands to another.
import { describe, expect, it } from 'vitest';
import { external, TRANSFER } from '../../agent-tests/played-test.ts';
import { BILLING_AGENT, type StepsInput, SUPPORT } from '../../support/agent-steps.ts';
import { AGENT } from '../../support/records.ts';
import { type CallPlan, otherAgent, plannedCall } from '../planned-call.ts';

const GO = ['take_exit', { name: 'billing' }] as const;
const REFUND = external('refund', 5);

const BILLING = {
  entry: 'verify',
  values: { account: { from: 'tool' } },
  steps: {
    verify: { collect: { phone: { type: 'phone_number' } }, next: [{ to: 'dispute' }] },
    dispute: {
      goal: 'Solve the dispute.',
      actions: ['refund'],
      next: [{ if: 'it is solved', to: 'dispute' }],
    },
  },
} as const satisfies StepsInput;

const IDENTIFIED = [
  [['set_values', { phone: '415 555 2671' }]],
  [['confirm_value', { name: 'phone' }], GO],
] as const;

const handing = (plan: Partial<CallPlan> = {}, steps: StepsInput | undefined = BILLING) =>
  plannedCall({
    steps: SUPPORT,
    others: {
      [BILLING_AGENT]: otherAgent(BILLING_AGENT, steps, {
        actions: [REFUND],
        initial_message: 'Billing, hello!',
      }),
    },
    ...plan,
  });

describe('a call that is handed over', () => {
  it('goes on in the same answer with the prompt, the steps, the actions and the values of the other agent', async () => {
    const { says, input, tools, turns, session, conversation } = await handing({
      replies: [...IDENTIFIED, 'About which invoice?'],
    });
    await says('My number is 415 555 2671.');
    await says('Yes. My invoice is wrong.');
    expect(input()).toContain(`You are ${BILLING_AGENT}.`);
    expect(input()).not.toContain('Be kind.');
    expect(tools()).toEqual(['refund', 'take_exit']);
    expect(await session()).toMatchObject({ steps: { values: { phone: { confirmed_at: 2 } } } });
    expect((await turns()).at(-1)).toBe('About which invoice?');
    expect(JSON.stringify(await turns())).not.toContain('hello');
    const { turns: stored } = await conversation();
    expect(stored.at(-1)).toMatchObject({
      step: 'identify',
      exit: { to: 'dispute', by: 'model', through: ['billing', 'verify'] },
    });
    await says('Number five.');
    expect((await conversation()).turns.at(-1)).toMatchObject({ agent_id: BILLING_AGENT, step: 'dispute' });
  });

  it('begins with what the other agent says, without a model, and waits for the next words if it said something', async () => {
    const disclosing = {
      ...BILLING,
      entry: 'hello',
      steps: { ...BILLING.steps, hello: { say: 'Billing here.', next: [{ to: 'dispute' }] } },
    };
    const first = await handing({ replies: [[GO]] }, disclosing);
    await first.says('My invoice is wrong.');
    expect((await first.turns()).at(-1)).toBe('Billing here.');
    expect(first.requests).toHaveLength(1);

    const second = await handing({ replies: [['I put you through.', GO]] });
    await second.says('My invoice is wrong.');
    expect(second.requests).toHaveLength(1);
    expect((await second.turns()).at(-1)).toBe('I put you through.');
  });

  it.each([
    ['all', ['First.', 'Second.', 'My invoice is wrong.'], []],
    ['none', ['My invoice is wrong.'], ['First.', 'Second.']],
    [{ last: 3 }, ['Second.', 'My invoice is wrong.'], ['First.']],
  ] as const)('knows this part of the conversation: %j', async (history, known, unknown) => {
    const handoffs = { billing: { ...SUPPORT.handoffs.billing, history } } as StepsInput['handoffs'];
    const { says, input } = await handing({
      steps: { ...SUPPORT, handoffs },
      replies: ['One.', 'Two.', [GO], 'Hm.'],
    });
    for (const words of ['First.', 'Second.', 'My invoice is wrong.']) await says(words);
    for (const words of known) expect(input()).toContain(words);
    for (const words of unknown) expect(input()).not.toContain(words);
  });

  it('is transferred by the other agent, whose action the first one lacks', async () => {
    const { says, frames, session } = await plannedCall({
      steps: SUPPORT,
      others: { [BILLING_AGENT]: otherAgent(BILLING_AGENT, undefined, { actions: [TRANSFER] }) },
      replies: [[GO], [['transfer_call', {}]]],
    });
    await says('My invoice is wrong.');
    const handoffData = JSON.stringify({ action_id: TRANSFER.id });
    expect(frames.at(-1)).toEqual({ type: 'end', handoffData });
    expect((await session()).handoff).toBe(TRANSFER.id);
  });

  it('leaves the exits of the first agent behind', async () => {
    const { says, tools, requests } = await handing({ replies: [[GO], 'Well?'] });
    await says('My invoice is wrong.');
    expect(requests).toHaveLength(2);
    const exits = requests[1]?.tools.find(({ name }) => name === 'take_exit');
    expect(JSON.stringify(exits?.parameters ?? {})).not.toContain('person');
    expect(tools()).not.toContain('find_account');
  });

  it('is not passed between two agents without end', async () => {
    const passing = (agent: string): StepsInput => ({
      entry: 'pass',
      steps: { pass: { say: 'One moment.', next: [{ to: 'on' }] } },
      handoffs: { on: { agent } },
    });
    const { says, requests, session } = await handing(
      {
        replies: [[GO], 'What is it?', 'I see.'],
        steps: {
          ...SUPPORT,
          steps: { ...SUPPORT.steps, identify: { say: 'Again.', next: [{ to: 'billing' }] } },
        },
      },
      passing(AGENT),
    );
    expect((await session()).steps?.moves).toBeLessThan(20);
    await says('Hello?');
    expect(requests.length).toBeLessThan(4);
  });

  it('stays in its step if the other agent is missing from the snapshot', async () => {
    const { says, step, turns } = await plannedCall({ steps: SUPPORT, replies: [[GO], 'Tell me more.'] });
    await says('My invoice is wrong.');
    expect(await step()).toBe('identify');
    expect((await turns()).at(-1)).toBe('Tell me more.');
    await says('Well.');
    expect(await step()).toBe('identify');
  });

  it('speaks with the voice of the other agent if that is wished', async () => {
    const handoffs = { billing: { ...SUPPORT.handoffs.billing, voice: 'own' } } as const;
    const other = otherAgent(BILLING_AGENT, BILLING);
    const voice = { ...other.agent.voice, type: 'voice_vendor_a', voice_name: 'Joanna-Neural' } as never;
    const { says, frames } = await plannedCall({
      steps: { ...SUPPORT, handoffs },
      others: { [BILLING_AGENT]: { ...other, agent: { ...other.agent, voice } } },
      replies: [[GO], 'Well?'],
    });
    await says('My invoice is wrong.');
    expect(frames).toContainEqual(
      expect.objectContaining({ type: 'language', ttsProvider: 'Amazon', voice: 'Joanna-Neural' }),
    );
  });
});
