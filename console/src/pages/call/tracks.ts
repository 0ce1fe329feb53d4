import type { Schema } from '../../api/client.ts';
import { type Feeling, feelingOf, milliseconds, secondsBetween } from '../../format/duration.ts';
import type { Entry } from '../conversation/entries.ts';
import type { ShownTurn } from '../conversation/transcript.ts';

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

/** The lanes of a recording, from above. */
export const LANES = ['agent', 'contact', 'tools', 'silence'] as const;

/** Something that takes a while in a lane, in seconds from the beginning. */
export interface Block {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  /** What was said or done. */
  readonly text: string;
  /** The key of its turn. */
  readonly turn: string;
  /** How a silence feels. */
  readonly feeling?: Feeling;
}

/** What was said and done when, and the silences before answers. */
export function blocksOf(
  turns: readonly ShownTurn[],
  spans: readonly Span[],
  startTime: string | undefined,
): readonly Block[] {
  const spoken = new Map(spans.map((span) => [span.key, span]));
  return turns.flatMap(({ key: turn, speaker, text, at, tookMs = 0, silenceMs }): Block[] => {
    const span = spoken.get(turn);
    if (speaker === 'action') {
      const from = secondsBetween(startTime, at);
      if (from === undefined || from < 0) return [];
      return [{ lane: 2, from, to: from + Math.max(SHORTEST_S, tookMs / 1000), text, turn }];
    }
    if (!span) return [];
    const { from, to } = span;
    const words = { lane: speaker === 'agent' ? 0 : 1, from, to, text, turn };
    if (silenceMs === undefined) return [words];
    const silence = {
      lane: 3,
      from: Math.max(0, from - silenceMs / 1000),
      to: from,
      text: `${milliseconds(silenceMs)} until the answer`,
      turn,
      feeling: feelingOf(silenceMs),
    };
    return [words, silence];
  });
}

/** A moment that is marked across all lanes. */
export interface Mark {
  readonly at: number;
  readonly text: string;
}

/** All that the recording of a call is shown with. */
export interface Tracks {
  readonly spans: readonly Span[];
  readonly blocks: readonly Block[];
  readonly marks: readonly Mark[];
  /** Length of the call, until the length of the recording is known. */
  readonly seconds: number;
}

export function tracksOf(
  { start_time: start, end_time: end }: Pick<Schema<'Call'>, 'start_time' | 'end_time'>,
  turns: readonly ShownTurn[],
  entries: readonly Entry[],
): Tracks {
  const seconds = secondsBetween(start, end) ?? 0;
  const spans = spansOf(turns, start, seconds);
  return { spans, blocks: blocksOf(turns, spans, start), marks: marksOf(entries, start), seconds };
}

/** Barge-ins, keys and transfers. */
export const marksOf = (
  entries: readonly Pick<Entry, 'at' | 'kind' | 'title'>[],
  startTime: string | undefined,
): readonly Mark[] =>
  entries.flatMap(({ at, kind, title }) => {
    const seconds = secondsBetween(startTime, at);
    const isMarked = kind === 'barge-in' || kind === 'keys' || /transfer/i.test(title);
    return isMarked && seconds !== undefined && seconds >= 0 ? [{ at: seconds, text: title }] : [];
  });
