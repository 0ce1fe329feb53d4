import { type Conversation, isOfContact, type Session } from './session.ts';
import type { Change } from './session-events.ts';
import { normalizedWords } from './words/normalized-phrase.ts';

// A conversation belongs to its call. When the relay lost its connection, the next one takes the conversation over.

/**
 * Milliseconds before the loss of a connection whose words and keys the vendor may report again: it replays what it
 * had buffered, and may not know what arrived.
 * https://www.twilio.com/en-us/changelog/conversation-relay--dynamic-configuration--application-reconnect
 */
const MAY_COME_AGAIN_MS = 10_000;

/** Milliseconds after a takeover within which the vendor replays its buffer, which holds up to 500 events. */
const REPLAY_MS = 5_000;

export interface NextConnection {
  readonly id: string;
  /** When it was opened; milliseconds since 1970. */
  readonly openedMs: number;
  readonly relaySessionId: string;
}

/** The relay lost its connection. Another one may take the conversation over; the end of the call closes it. */
export const connectionDropped = (session: Session, at: Date): Change | undefined =>
  session.dropped_at === undefined ? changed({ ...session, dropped_at: at.toISOString() }) : undefined;

/**
 * Another connection of the call takes the conversation over. Returns undefined if a later one has it, or if the
 * connection is of another session of the vendor while the present one is not known to be lost.
 */
export function takenOver(
  { session, turns }: Conversation,
  { id, openedMs, relaySessionId }: NextConnection,
  now: Date,
): Change | undefined {
  const isExpected = session.relay_session_id === relaySessionId || session.dropped_at !== undefined;
  const isLater = session.connection_id !== id && openedMs > (session.connected_ms ?? 0);
  if (!isExpected || !isLater) return undefined;
  const { dropped_at, wasted_tokens: _, ...rest } = session;
  const sinceMs = Date.parse(dropped_at ?? now.toISOString()) - MAY_COME_AGAIN_MS;
  const words = turns.filter((turn) => isOfContact(turn) && Date.parse(turn.timestamp) >= sinceMs);
  const keys = [...(session.entered_keys ?? []), ...(session.pressed_keys ?? [])].filter(
    ({ at }) => at >= sinceMs,
  );
  return changed({
    ...rest,
    connection_id: id,
    connected_ms: openedMs,
    relay_session_id: relaySessionId,
    replay: {
      until: new Date(now.getTime() + REPLAY_MS).toISOString(),
      inputs: [
        ...words.map((turn) => (isOfContact(turn) ? inputOf(turn.text) : '')),
        ...keys.map(({ digit }) => inputOfKey(digit)),
      ],
    },
  });
}

export const inputOf = (words: string) => `words ${normalizedWords(words)}`;

export const inputOfKey = (digit: string) => `key ${digit}`;

/** Recognizes words or a key that the former connection delivered, once for each. Undefined if they are new. */
export function replayed(session: Session, input: string, arrivedAt: Date): Change | undefined {
  const { replay } = session;
  if (!replay || arrivedAt.toISOString() > replay.until) return undefined;
  const place = replay.inputs.indexOf(input);
  if (place < 0) return undefined;
  return changed({ ...session, replay: { ...replay, inputs: replay.inputs.toSpliced(place, 1) } });
}

/** Whether a report of played words is news: during a replay, the former connection may have delivered it. */
export function isNewlyPlayed(
  { replay, answer, played_characters = 0 }: Session,
  text: string,
  at: Date,
): boolean {
  if (!replay || at.toISOString() > replay.until) return true;
  return answer?.text.startsWith(text, played_characters) ?? false;
}

const changed = (session: Session): Change => ({
  session: { ...session, version: session.version + 1 },
  newTurns: [],
});
