import type { ModelMessage } from './models/model-message.ts';

const PART_LENGTH = 4_000;

/** A transcript in parts, because a model's window leaves out whole messages. */
export const transcriptParts = (said: readonly object[]): ModelMessage[] =>
  partsOf(said).map((part) => ({ role: 'user', content: JSON.stringify(part) }));

/** The number of messages in the oldest parts of a transcript, which a request left out. */
export const messagesInParts = (said: readonly object[], parts: number): number =>
  partsOf(said).slice(0, parts).flat().length;

function partsOf(said: readonly object[]): object[][] {
  const parts: object[][] = [[]];
  let length = 0;
  for (const message of said) {
    const more = JSON.stringify(message).length;
    if (length > 0 && length + more > PART_LENGTH) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(message);
    length += more;
  }
  return parts;
}
