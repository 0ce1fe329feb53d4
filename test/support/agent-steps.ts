import type * as z from 'zod/mini';
import { type AgentSteps, agentSteps } from '../../lambdas/agents/model/steps.ts';
import type { Normalize, StepEffect } from '../../lambdas/conversation/model/steps/step-events.ts';

export type StepsInput = z.input<ReturnType<typeof agentSteps>>;

export const BILLING_AGENT = '0199a5d0-3c20-7a10-8b20-5f6e7d8c9b20';

/** An agent that says who it is, identifies the caller, and takes a payment or helps. */
export const SUPPORT = {
  entry: 'disclose',
  values: { account: { from: 'tool' } },
  steps: {
    disclose: { say: 'This call is recorded.', next: [{ to: 'identify' }] },
    identify: {
      goal: 'Find the account.',
      collect: {
        phone: { type: 'phone_number', confirm: 'read_back', keypad: 'offer' },
        born: { type: 'date' },
      },
      actions: ['find_account'],
      next: [
        { when: 'account.overdue > 0', to: 'pay' },
        { if: 'the caller only asks for opening hours', to: 'hours' },
        { to: 'help' },
      ],
    },
    hours: { say: 'We are open from nine to five.', next: [{ to: 'help' }] },
    pay: { secure: true, collect: { card: { type: 'card', keypad: 'only' } }, next: [{ to: 'help' }] },
    help: {
      goal: 'Answer questions.',
      next: [{ if: 'the phone number is wrong', to: 'identify' }, { to: 'help' }],
    },
    person: { do: 'transfer_call' },
  },
  always: [{ if: 'the caller asks for a person', to: 'person', at_most_every: 3 }],
  handoffs: {
    billing: { agent: BILLING_AGENT, if: 'a dispute about an invoice', carry: ['account', 'phone'] },
  },
} as const satisfies StepsInput;

export const parseSteps = (input: unknown): AgentSteps => agentSteps().parse(input);

/** Understands what has no question mark; what has one is invalid. */
export const normalize: Normalize = (_, words) =>
  words.includes('?') ? { issue: 'invalid' } : { value: words };

export const effectTypes = (effects: readonly StepEffect[]) =>
  effects.map((effect) => ('step' in effect ? `${effect.type} ${effect.step}` : effect.type));
