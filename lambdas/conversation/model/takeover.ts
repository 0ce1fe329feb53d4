import type { Change } from './change.ts';
import { isDisclosing } from './disclosure.ts';
import { keysInText } from './keys/keypad.ts';
import { playedCharacters, wasMostlyPlayed, wasPlayed } from './playback.ts';
import { type Conversation, isOfContact, isSpoken, type Session, type SpokenTurn } from './session.ts';
import { normalizedWords } from './words/normalized-phrase.ts';

// A conversation belongs to its call. When the relay lost its connection, the next one takes the conversation over.

/**
 * Milliseconds before the loss of a connection whose words and keys (and any words without an answer) the vendor may
 * report again: it replays what it had buffered, and may not know what arrived.
 * https://www.twilio.com/en-us/changelog/conversation-relay--dynamic-configuration--application-reconnect
 */
const MAY_COME_AGAIN_MS = 10_000;

/**
 * Milliseconds after a takeover within which the vendor replays its buffer. It sends up to 500 events at once; a person
 * who says the same words again, as new ones, takes longer.
 */
const REPLAY_MS = 2_000;

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
  const answered = turns.findLast((turn) => isSpoken(turn) && turn.sender === 'agent')?.number ?? 0;
  const spoken = turns
    .filter(isOfContact)
    .filter(({ number, timestamp }) => number > answered || Date.parse(timestamp) >= sinceMs);
  const words = spoken.filter((turn) => keysOf(turn, session) === undefined);
  const inputs = [
    ...words.map(({ text }) => inputOf(text)),
    ...keysSince(sinceMs, session, spoken).map((digit) => inputOfKey(digit)),
  ];
  return changed({
    ...rest,
    connection_id: id,
    connected_ms: openedMs,
    relay_session_id: relaySessionId,
    replay: {
      until: new Date(now.getTime() + REPLAY_MS).toISOString(),
      inputs: withReporters(inputs, session),
    },
  });
}

const keysOf = ({ number, text }: SpokenTurn, { secret_keys }: Session): string | undefined =>
  secret_keys?.[number] ?? keysInText(text);

/** The keys that were pressed since a time. Of earlier entries, which are turns, the terminator is unknown. */
function keysSince(sinceMs: number, session: Session, spoken: readonly SpokenTurn[]): string[] {
  const { entered_keys = [], pressed_keys = [], settings } = session;
  const earlier = spoken.flatMap((turn) => keysOf(turn, session) ?? []).slice(0, -1);
  const latest = [...entered_keys, ...pressed_keys].filter(({ at }) => at >= sinceMs);
  return [
    ...earlier.flatMap((digits) => [...digits, settings.dtmf_input?.terminator ?? '#']),
    ...latest.map(({ digit }) => digit),
  ];
}

const WORDS = 'words ';

export const inputOf = (words: string) => `${WORDS}${normalizedWords(words)}`;

export const inputOfKey = (digit: string) => `key ${digit}`;

/** Stands for the id of a call's first connection, which a session does not have. */
export const FIRST_CONNECTION = 'first';

/** An input as it is stored, after the connections that have reported it. */
const reported = (input: string, connections: readonly string[]) => `${connections.join(',')} ${input}`;

function readReported(stored: string) {
  const [connections = '', ...input] = stored.split(' ');
  return { connections: connections.split(','), input: input.join(' ') };
}

/** Adds who reported each input: as noted in an earlier replay, or the connection that is lost. */
function withReporters(inputs: readonly string[], { connection_id, replay }: Session): string[] {
  const noted = [...(replay?.inputs ?? [])];
  return inputs.map((input) => {
    const place = noted.findIndex((stored) => readReported(stored).input === input);
    const [found] = place >= 0 ? noted.splice(place, 1) : [];
    return found ?? reported(input, [connection_id ?? FIRST_CONNECTION]);
  });
}

interface Input {
  readonly input: string;
  readonly arrivedAt: Date;
  /** The connection that reports it. A former one's report may be handled late. */
  readonly connection: string;
}

/**
 * Notes words or a key during a replay. Each connection reports an input at most once, so a report by another one is a
 * replay. So are the same words in the vendor's buffer, which arrives before the takeover is handled: after two losses,
 * they may be in it twice, and a contact who repeats them in vain wants one answer. Returns undefined without a replay.
 */
export function noteInput(
  session: Session,
  { input, arrivedAt, connection }: Input,
): (Change & { readonly isReplay: boolean }) | undefined {
  const { replay } = session;
  if (!replay || !isReplaying(session, arrivedAt)) return undefined;
  const handledMs = Date.parse(replay.until) - REPLAY_MS;
  const isBuffered = input.startsWith(WORDS) && arrivedAt.getTime() <= handledMs;
  const place = replay.inputs.map(readReported).findIndex(isOfAnother);
  const before = replay.inputs[place];
  const inputs = before
    ? replay.inputs.with(
        place,
        reported(input, [...new Set([...readReported(before).connections, connection])]),
      )
    : [...replay.inputs, reported(input, [connection])].slice(-MAX_INPUTS);
  return { ...changed({ ...session, replay: { ...replay, inputs } }), isReplay: before !== undefined };

  function isOfAnother(former: ReturnType<typeof readReported>) {
    return former.input === input && (isBuffered || !former.connections.includes(connection));
  }
}

/** Most inputs that a session notes. */
const MAX_INPUTS = 64;

/** Whether the vendor may be replaying what the former connection delivered. */
const isReplaying = ({ replay }: Session, at: Date): boolean =>
  replay !== undefined && at.toISOString() <= replay.until;

// During a replay, a frame about the agent's speech may be of an earlier answer.

/** Whether a frame that is handled late arrived before the pending answer began. The setup of a greeting may be late, too. */
const isEarlier = ({ generation, answer }: Session, at: Date): boolean =>
  generation > 0 && answer !== undefined && at < new Date(answer.timestamp);

/** The characters that were played by a report. Undefined if it is none of the pending answer, or was counted before. */
export function playedBy(session: Session, words: string, at: Date): number | undefined {
  const { answer, played_characters: counted = 0 } = session;
  if (counted < 0) return counted + words.length;
  if (isEarlier(session, at)) return undefined;
  const played = playedCharacters(session);
  const start = answer?.text.indexOf(words, played) ?? -1;
  if (start >= 0) return start + words.length;
  const isOther = !answer || answer.text.includes(words) || isReplaying(session, at);
  // The vendor spells them otherwise.
  return isOther ? undefined : played + words.length;
}

/** A frame was lost with its invocation. */
export const frameLost = (session: Session, at: Date): Change =>
  changed({ ...session, lost_frame_at: at.toISOString() });

/** Whether a lost frame may have reported more of the answer. A message and a disclosure are rather said twice. */
export const isInDoubt = (session: Session): boolean =>
  session.answer !== undefined &&
  (session.lost_frame_at ?? '') >= session.answer.timestamp &&
  !(session.voicemail || isDisclosing(session) || wasPlayed(session));

/** Whether an interruption after this utterance is one of the pending answer. */
export function isOfAnswer(session: Session, utterance: string, at: Date): boolean {
  if (isEarlier(session, at)) return false;
  const spoken = utterance.trim();
  return !isReplaying(session, at) || (spoken !== '' && (session.answer?.text.includes(spoken) ?? false));
}

/** Whether the end of the agent's speech is that of the pending answer. */
export const isEndOfAnswer = (session: Session, at: Date): boolean =>
  !isReplaying(session, at) || wasMostlyPlayed(session);

const changed = (session: Session): Change => ({
  session: { ...session, version: session.version + 1 },
  newTurns: [],
});
