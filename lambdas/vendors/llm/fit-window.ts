import type { ModelMessage } from '../model/llm-message.ts';

/** Maximum bytes of text per token: about four in English, and three where a character is a token. */
const BYTES_PER_TOKEN = 3;

/** Blocks into which the space for earlier messages is divided; a whole block is dropped at once. */
const BLOCKS = 4;

/** Steps by which space is reserved for the latest words, so that their length does not move the cut in each turn. */
const STEPS_OF_LATEST = 8;

const LEFT_OUT: ModelMessage = {
  role: 'user',
  content: '[The beginning of this call is left out here, because it was long.]',
};

export const tokensOfJson = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(value)) / BYTES_PER_TOKEN);

/** The messages that fit. The oldest are dropped, a quarter at once: vendors cache the beginning. */
export function fitWindow(messages: readonly ModelMessage[], tokens: number): ModelMessage[] {
  if (isShort(messages, tokens) || tokensOfJson(messages) <= tokens) return [...messages];
  const begin = messages[0]?.role === 'system' ? 1 : 0;
  const end = Math.max(begin, latestFrom(messages));
  const instructions = messages.slice(0, begin);
  const latest = messages.slice(end);
  const space = spaceBetween(tokens - tokensOfJson(instructions), tokensOfJson(latest));
  const fitting = latestGroups(groupsOf(messages.slice(begin, end)), space);
  return [...instructions, LEFT_OUT, ...fitting, ...latest];
}

export const messagesLeftOut = (given: readonly ModelMessage[], fitting: readonly ModelMessage[]): number =>
  fitting.includes(LEFT_OUT) ? given.length + 1 - fitting.length : 0;

const FRAME_BYTES = 200;

/** Whether messages certainly fit, without their JSON, in which a character takes at most six bytes. */
function isShort(messages: readonly ModelMessage[], tokens: number): boolean {
  let bytes = 0;
  for (const message of messages) {
    bytes += FRAME_BYTES + 6 * (message.content?.length ?? 0);
    if ('toolCalls' in message)
      for (const call of message.toolCalls)
        bytes += FRAME_BYTES + 6 * (call.name.length + call.arguments.length);
  }
  return bytes <= tokens * BYTES_PER_TOKEN;
}

/** The index at which the latest words of the contact begin, with the passages that are quoted before them. */
function latestFrom(messages: readonly ModelMessage[]): number {
  let from = messages.findLastIndex(({ role }) => role === 'user');
  while (from > 0 && messages[from - 1]?.role === 'system') from--;
  return from;
}

/** The tokens that instructions and latest words leave, in steps. */
function spaceBetween(tokens: number, latest: number): number {
  const step = tokens / STEPS_OF_LATEST;
  const left = tokens - Math.ceil(latest / step) * step - tokensOfJson(LEFT_OUT);
  return step > 0 ? Math.max(0, left) : 0;
}

/** The latest groups that fit. Drops whole blocks, whose number grows only when a block is full. */
function latestGroups(groups: readonly (readonly ModelMessage[])[], space: number): ModelMessage[] {
  if (space === 0) return [];
  const sizes = groups.map(tokensOfJson);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const block = space / BLOCKS;
  const dropped = Math.max(0, Math.ceil((total - space) / block)) * block;
  let before = 0;
  const first = sizes.findIndex((size) => {
    const isKept = before >= dropped;
    before += size;
    return isKept;
  });
  return first < 0 ? [] : groups.slice(first).flat();
}

/** Messages that are kept or dropped together: a tool call with its results, or a single message. */
function groupsOf(messages: readonly ModelMessage[]): ModelMessage[][] {
  const groups: ModelMessage[][] = [];
  for (const message of messages) {
    const group = message.role === 'tool' ? groups.at(-1) : undefined;
    if (group) group.push(message);
    else groups.push([message]);
  }
  return groups;
}
