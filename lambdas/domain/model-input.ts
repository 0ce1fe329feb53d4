import type { Session, Turn } from './conversation.ts';
import { fillTemplate } from './template.ts';

/** What holds for every agent: the words are spoken on a telephone. */
const PHONE_RULES = [
  'You are speaking on a telephone call. What you write is spoken aloud.',
  'Answer briefly, in one to three short sentences, as people talk. No lists, markup, emoji or stage directions.',
  'If you cannot understand the other side, say so and ask.',
].join(' ');

/** The model's tool for hanging up, offered to agents that have the action for it. */
export const END_CONVERSATION_TOOL = {
  name: 'end_conversation',
  description:
    'Ends the call. Use it when the conversation has come to its end; say goodbye in the same answer.',
};

/** What the model is given for the next answer: the agent's prompt and the conversation as it was heard. */
export function modelMessages(session: Session, turns: readonly Turn[]) {
  const system = `${PHONE_RULES}\n\n${fillTemplate(session.agent.prompt, session.context)}`;
  return [
    { role: 'system' as const, content: system },
    ...turns.map(({ sender, text }) => ({
      role: sender === 'agent' ? ('assistant' as const) : ('user' as const),
      content: text,
    })),
  ];
}

/** The tools that the agent's actions give to the model. */
export function modelTools({ agent }: Session) {
  return agent.actions.some(({ type }) => type === 'action_end_conversation') ? [END_CONVERSATION_TOOL] : [];
}
