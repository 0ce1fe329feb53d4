import { isObject, tryParseJson } from '../../../platform/parse-json.ts';
import type { ModelMessage, ToolCall } from '../../model/llm-message.ts';
import { CONNECTED } from '../instructions.ts';

export type ContentBlock =
  | { readonly text: string }
  | { readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: object } }
  | {
      readonly toolResult: {
        readonly toolUseId: string;
        readonly content: readonly { readonly text: string }[];
      };
    }
  | { readonly cachePoint: { readonly type: 'default' } };

export interface ConverseMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ContentBlock[];
}

/** Asks for an answer after a message of the agent itself. */
const GO_ON = '[Go on.]';

export const CACHE_POINT: ContentBlock = { cachePoint: { type: 'default' } };

/**
 * The system prompt and the messages in the form of the Converse API. There, roles alternate and begin and end with
 * the user, no text is blank, and the results of tools are the user's:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html. Only the leading system messages
 * are its prompt; later ones become part of the user's next message.
 */
export function converseMessages(messages: readonly ModelMessage[]): {
  readonly system: string;
  readonly messages: readonly ConverseMessage[];
} {
  const begin = messages.findIndex(({ role }) => role !== 'system');
  const instructions = begin < 0 ? messages : messages.slice(0, begin);
  const system = instructions.map(({ content }) => content ?? '').join('\n\n');
  const merged: { role: 'user' | 'assistant'; content: ContentBlock[] }[] = [];
  const add = (role: 'user' | 'assistant', blocks: readonly ContentBlock[]) => {
    if (blocks.length === 0) return;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else merged.push({ role, content: [...blocks] });
  };
  for (const message of messages.slice(instructions.length)) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    if (merged.length === 0 && role === 'assistant') add('user', [{ text: CONNECTED }]);
    add(role, blocksOf(message));
  }
  if (merged.at(-1)?.role !== 'user') add('user', [{ text: GO_ON }]);
  return { system, messages: merged };
}

export function withLast(
  messages: readonly ConverseMessage[],
  blocks: readonly ContentBlock[],
): readonly ConverseMessage[] {
  const last = messages.at(-1);
  if (!last || blocks.length === 0) return messages;
  return [...messages.slice(0, -1), { ...last, content: [...last.content, ...blocks] }];
}

function blocksOf(message: ModelMessage): ContentBlock[] {
  if (message.role === 'tool') {
    const content = [{ text: textOf(message.content) ?? '(nothing)' }];
    return [{ toolResult: { toolUseId: idOf(message.toolCallId), content } }];
  }
  const text = textOf(message.content);
  const textBlocks = text === undefined ? [] : [{ text }];
  return 'toolCalls' in message ? [...textBlocks, ...message.toolCalls.map(toolUse)] : textBlocks;
}

function toolUse({ id, name, arguments: json }: ToolCall): ContentBlock {
  return { toolUse: { toolUseId: idOf(id), name: name.replaceAll(/[^\w-]/g, '_'), input: objectOf(json) } };
}

const textOf = (text: string | null) => (text?.trim() ? text : undefined);

/** An id that Bedrock accepts: ids of other vendors may contain other characters. */
const idOf = (id: string) => id.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'call';

function objectOf(json: string): object {
  const value = tryParseJson(json);
  return isObject(value) ? value : {};
}
