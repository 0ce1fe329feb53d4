import type { ModelMessage } from '../../conversation/model/llm-message.ts';
import type { ModelRequest } from './language-model.ts';

/**
 * Asks for words where a request cannot forbid tools. The tools stay in the request, so that its beginning can be
 * cached.
 */
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
