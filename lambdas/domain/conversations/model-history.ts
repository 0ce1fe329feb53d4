import type { ModelMessage } from './model-message.ts';

/** Most characters of the conversation, as JSON, in one request to the model. */
const MAX_LENGTH = 200_000;

/** The messages of the latest turns. Each turn is kept whole or dropped; the last one is always kept. */
export function latestMessages(turns: readonly (readonly ModelMessage[])[]): ModelMessage[] {
  let left = MAX_LENGTH;
  const isKept = (messages: readonly ModelMessage[]) => {
    left -= JSON.stringify(messages).length;
    return left >= 0;
  };
  const last = turns.at(-1) ?? [];
  left -= JSON.stringify(last).length;
  const before = turns.slice(0, -1);
  const dropped = before.findLastIndex((messages) => !isKept(messages)) + 1;
  return [...before.slice(dropped).flat(), ...last];
}
