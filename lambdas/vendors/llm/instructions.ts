import type { ModelMessage } from '../model/llm-message.ts';
import type { ModelRequest } from './language-model.ts';

/** Asks for text where a request cannot forbid tools. The tools stay in the request, so that its beginning can be cached. */
export const WORDS_ONLY: ModelMessage = {
  role: 'user',
  content: '[Answer in words now, by what you know; use no tool.]',
};

/** Asks for JSON where a request cannot carry a schema. */
export function jsonOnly({ schema }: NonNullable<ModelRequest['answer']>): ModelMessage {
  const content = `[Answer with one JSON object and nothing else. It must match this JSON Schema: ${JSON.stringify(schema)}]`;
  return { role: 'user', content };
}

/** The messages without tool calls and their results, for a model that takes no tools. */
export function withoutTools(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'tool') return [];
    if (!('toolCalls' in message)) return [message];
    return message.content ? [{ role: 'assistant', content: message.content }] : [];
  });
}

/** Stands for the beginning of a call in which the agent speaks first. */
export const CONNECTED = '[The call is connected.]';

/** Merges later system messages into the user's, for chat templates that accept only a first one. */
export function inStrictOrder(messages: readonly ModelMessage[]): ModelMessage[] {
  const ordered: ModelMessage[] = [];
  for (const message of messages) {
    const last = ordered.at(-1);
    const hasBegun = last !== undefined && last.role !== 'system';
    const role = hasBegun && message.role === 'system' ? 'user' : message.role;
    if (!hasBegun && role === 'assistant') ordered.push({ role: 'user', content: CONNECTED });
    if ((role === 'user' || role === 'system') && last?.role === role)
      ordered.splice(-1, 1, { role, content: `${last.content}\n\n${message.content}` });
    else if (role === 'user') ordered.push({ role, content: message.content ?? '' });
    else ordered.push(message);
  }
  return ordered;
}
