import type { Schema } from '../../api/client.ts';

/** A turn of a conversation, as the page shows it. */
export interface ShownTurn {
  readonly key: string;
  readonly speaker: 'agent' | 'human' | 'action';
  readonly text: string;
  /** When it began: ISO 8601. Only the record of turns tells it. */
  readonly at?: string | undefined;
  readonly interrupted?: boolean | undefined;
  /** What the contact heard of it, where that is known apart from its words. */
  readonly heard?: string | undefined;
  /** Whether the agent pressed keys. */
  readonly pressesKeys?: boolean | undefined;
  /** Whether an action was not taken. */
  readonly failed?: boolean | undefined;
  /** What an action was given, and what came of it. */
  readonly input?: unknown;
  readonly output?: unknown;
  readonly segments?: readonly Segment[] | undefined;
  /** Milliseconds for which the contact waited for this answer. */
  readonly silenceMs?: number | undefined;
  /** Milliseconds that an action took. */
  readonly tookMs?: number | undefined;
  /** Further facts, by name. */
  readonly facts?: readonly (readonly [string, string])[] | undefined;
  /** Passages of knowledge that the model got. */
  readonly passages?: readonly string[] | undefined;
  /** The turn as the API tells it. */
  readonly raw?: unknown;
}

/** A part of the time between the contact's words and the end of the answer. */
export type Segment = Schema<'CallTurnLatencySegment'>;

/** The segments of an answer’s time, by name. */
export const SEGMENTS: Readonly<Record<Segment['name'], string>> = {
  turn_over: 'End of turn detected',
  model_asked: 'Before the model request',
  first_token: 'Model’s first token',
  first_text: 'First speech',
  last_text: 'Last text sent',
  answer_over: 'Playback',
};

/** The turns of a transcript: a line for each, led by who spoke. A line without a leader goes on with the one before it. */
export function turnsOfTranscript(transcript: string): readonly ShownTurn[] {
  const turns: { key: string; speaker: ShownTurn['speaker']; text: string }[] = [];
  for (const line of transcript.split('\n')) {
    const [, leader, text] = /^(AGENT|HUMAN|ACTION)\s*:?\s?(.*)$/s.exec(line) ?? [];
    const before = turns.at(-1);
    if (leader !== undefined) {
      turns.push({ key: String(turns.length), speaker: speakerOf(leader), text: text ?? '' });
    } else if (before) {
      before.text += `\n${line}`;
    } else if (line !== '') {
      turns.push({ key: '0', speaker: 'action', text: line });
    }
  }
  return turns;
}

const speakerOf = (leader: string) =>
  leader === 'AGENT' ? 'agent' : leader === 'HUMAN' ? 'human' : 'action';

/** The message with this number, from 1: what the quotations of an analysis name. */
export const messageAt = (turns: readonly ShownTurn[], message: number): ShownTurn | undefined =>
  turns.filter(({ speaker }) => speaker !== 'action')[message - 1];
