// What is said and keyed in during a secure step, and what becomes of it.
import { describe, expect, it, vi } from 'vitest';
import { afterEvent } from '../../../lambdas/conversation/model/steps/session-steps.ts';
import { external } from '../../agent-tests/played-test.ts';
import type { StepsInput } from '../../support/agent-steps.ts';
import { plannedCall } from '../planned-call.ts';

const CARD = '4111111111111111';
const KEYS = { timeout_seconds: 2, terminator: '#', max_length: 32 } as const;

const CHARGE = external('charge', 1, { card: { type: 'string' }, amount: { type: 'string' } });
CHARGE.config.input_schema = { ...(CHARGE.config.input_schema as object), required: ['card', 'amount'] };

const PAYING = {
  entry: 'ask',
  steps: {
    ask: {
      goal: 'Ask whether they want to pay.',
      next: [{ if: 'they want to pay', to: 'pay' }, { to: 'ask' }],
    },
    pay: {
      say: 'Please key in your card number.',
      secure: true,
      collect: { card: { type: 'card', keypad: 'only' } },
      next: [{ to: 'charge' }],
    },
    charge: { goal: 'Charge the card.', actions: ['charge'], next: [{ to: 'ask' }] },
  },
} as const satisfies StepsInput;

describe('a secure step', () => {
  const paying = async () => {
    const logged: unknown[] = [];
    for (const level of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...args) => void logged.push(args));
    const played = await plannedCall({
      steps: PAYING,
      actions: [CHARGE],
      settings: { dtmf_input: KEYS },
      replies: [
        [['take_exit', { name: 'pay' }]],
        `So it is ${CARD}?`,
        [['charge', { amount: '12' }]],
        'It is paid.',
      ],
      serves: () => [{ result: { charged: CARD } }],
    });
    await played.says('I want to pay.');
    await played.says(`My card is ${CARD}, is that fine?`);
    await played.presses(`${CARD}#`);
    return { ...played, logged: () => JSON.stringify(logged) };
  };

  it('keeps words, keys and values out of turns, of logs, and of the model afterwards', async () => {
    const { turns, conversation, input, requests, logged, outcomes } = await paying();
    expect(await turns()).toEqual([
      'I want to pay.',
      'Please key in your card number.',
      '[secure]',
      '[secure]',
      '[secure]',
      'action_external',
      'It is paid.',
    ]);
    expect(JSON.stringify((await conversation()).turns)).not.toContain(CARD);
    expect(input(1)).toContain(`My card is ${CARD}`);
    for (const request of requests.keys()) if (request !== 1) expect(input(request)).not.toContain(CARD);
    expect(logged()).not.toContain(CARD);
    expect(JSON.stringify(outcomes.map(({ call }) => call))).not.toContain(CARD);
  });

  it('gives its values to actions alone, whose parameters for them the model never sees', async () => {
    const { asked, requests, session } = await paying();
    expect(asked.map(({ payload }) => payload)).toEqual([{ amount: '12', card: CARD }]);
    expect(requests[2]?.tools.find(({ name }) => name === 'charge')?.parameters).toMatchObject({
      properties: { amount: { type: 'string' } },
      required: ['amount'],
    });
    expect((await session()).secret_words).toBeUndefined();
  });

  it('leaves nothing of its values in a conversation that is over', async () => {
    const { call, store } = await paying();
    await call.close();
    expect(JSON.stringify(await store.getConversation())).not.toContain(CARD);
  });

  it('pauses the recording while it lasts', async () => {
    const { session } = await plannedCall({ steps: PAYING });
    const now = new Date();
    const entered = afterEvent(await session(), { type: 'exit', step: 'ask', name: 'pay' }, now);
    expect(entered.effects).toEqual([{ kind: 'pause_recording', isPaused: true }]);
    const left = afterEvent(entered.session, { type: 'keys', digits: CARD }, now);
    expect(left.effects).toEqual([{ kind: 'pause_recording', isPaused: false }]);
  });

  it('refuses words for a value that must be keyed in', async () => {
    const { says, value } = await plannedCall({
      steps: { ...PAYING, entry: 'pay' },
      replies: [[['set_values', { card: CARD }]]],
    });
    await says(`It is ${CARD}.`);
    expect(await value('card')).toBeUndefined();
  });

  it('says to the model why keys gave no value', async () => {
    const { presses, input } = await plannedCall({
      steps: { ...PAYING, entry: 'pay' },
      settings: { dtmf_input: KEYS },
    });
    await presses('4111#');
    expect(input()).toContain('Digits are missing');
  });
});
