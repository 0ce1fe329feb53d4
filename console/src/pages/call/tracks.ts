import { secondsBetween } from '../../format/duration.ts';
import type { ShownTurn } from './transcript.ts';

/** When a turn is heard in the recording, in seconds from its beginning. */
export interface Span {
  /** The key of the turn. */
  readonly key: string;
  readonly speaker: 'agent' | 'human';
  readonly from: number;
  readonly to: number;
}

/** Characters that a voice says in a second. */
const CHARACTERS_PER_S = 15;

/** The shortest span, in seconds: it can be seen. */
const SHORTEST_S = 0.3;

/**
 * When each turn is heard. The record has one time for a turn: of the agent, when it began; of the contact, when its words
 * were known, which is their end. The other end is estimated from the words, and turns do not overlap.
 */
export function spansOf(
  turns: readonly ShownTurn[],
  startTime: string | undefined,
  lengthSeconds: number,
): readonly Span[] {
  const spans: Span[] = [];
  for (const { key, speaker, text, at } of turns) {
    const time = secondsBetween(startTime, at);
    if (time === undefined || speaker === 'action') continue;
    const seconds = Math.max(SHORTEST_S, text.length / CHARACTERS_PER_S);
    const before = spans.at(-1);
    // At most half of the time since the turn before: something of that was heard.
    const earliest = Math.max(0, before ? (before.from + time) / 2 : 0);
    const from = speaker === 'human' ? Math.max(earliest, time - seconds) : Math.max(0, time);
    if (before && before.to > from) spans[spans.length - 1] = { ...before, to: from };
    const to = speaker === 'human' ? Math.max(time, from) : from + seconds;
    spans.push({ key, speaker, from, to: Math.min(to, Math.max(lengthSeconds, from)) });
  }
  return spans;
}

/** What is heard at a time: the last turn that began by then. */
export const spanAt = (spans: readonly Span[], seconds: number): Span | undefined =>
  spans.findLast(({ from }) => from <= seconds);
