import { isDeepStrictEqual } from 'node:util';
import type { Answerer } from '../../vendors/model/call-status.ts';
import { answererDetected, beepHeard } from './answerer/who-answered.ts';
import {
  addTurns,
  type Change,
  carriedOut,
  cutOffTurn,
  keyedIn,
  nextGeneration,
  notCarriedOut,
  playedAnswer,
  withoutKeys,
} from './change.ts';
import { afterDisclosure, spokenOver } from './disclosure.ts';
import { pendingEntries } from './keys/keypad.ts';
import { isPartOf, playedCharacters, playedPart } from './playback.ts';
import { isLeaving, type Session, type SilenceWords } from './session.ts';
import { afterEvent, begunSteps, dueAction, withoutSecureValues } from './steps/session-steps.ts';
import type { TurnFigures } from './turn-figures.ts';

// The session is a reducer: each event of a conversation is a function of the session that returns its change.

export type SessionStart = Omit<Session, 'generation' | 'version' | 'turns' | 'failures' | 'answer'>;

export function beginSession(start: SessionStart, greeting: string | undefined, now: Date): Session {
  const { session } = opened(start, now);
  const answer = greeting ? { text: greeting, complete: true, timestamp: now.toISOString() } : undefined;
  return { ...session, ...(answer && { answer }) };
}

/** The first words of a conversation: its disclosure, its greeting, and what its first steps say. Undefined if there are none. */
export function openingWith(
  start: SessionStart,
  greeting: string | undefined,
  now: Date,
): string | undefined {
  const words = [greeting ?? '', ...opened(start, now).says].filter((each) => each !== '').join(' ');
  return afterDisclosure(start, words) || undefined;
}

const opened = (start: SessionStart, now: Date) =>
  begunSteps({ ...start, generation: 0, version: 0, turns: 0, failures: 0 }, now);

/** Only the played part of an answer is stored. Returns undefined if the agent is silent or speaks a later answer. */
export function contactInterrupted(session: Session, utterance: string, at?: Date): Change | undefined {
  const { answer, voicemail } = session;
  // The contact is not listening yet: a machine's words do not interrupt a message.
  if (!answer || voicemail || !isPartOf(utterance, answer.text)) return undefined;
  const text = playedPart(answer.text, utterance, playedCharacters(session));
  const change = addTurns(
    nextGeneration(withoutUnheard(session, text)),
    text ? playedAnswer({ ...answer, text }, { at, interrupted: true }) : [],
  );
  return { ...change, effects: [{ kind: 'watch_silence' }] };
}

/** The session without read-backs of this turn that the contact did not hear to their end: nobody can agree to them. */
function withoutUnheard({ steps, ...session }: Session, heard: string): Session {
  if (!steps) return session;
  const values = Object.entries(steps.values).map(([name, { read_back, ...stored }]) => {
    const isUnheard = read_back?.turn === steps.turn && !heard.includes(read_back.words);
    return [name, { ...stored, ...(read_back && !isUnheard && { read_back }) }];
  });
  return { ...session, steps: { ...steps, values: Object.fromEntries(values) } };
}

/** The vendor's detection tells what answered. Returns undefined if it is nothing new. */
export function answererReported(session: Session, answerer: Answerer, at: Date): Change | undefined {
  const before = session.answerer;
  const after = before && answererDetected(before, answerer, at);
  if (!after || isDeepStrictEqual(after, before)) return undefined;
  return { session: { ...session, answerer: after, version: session.version + 1 }, newTurns: [] };
}

/** The machine is recording: the agent leaves a message, and then the call. Undefined if a person may listen. */
export function voicemailReached(session: Session, now: Date, since?: number): Change | undefined {
  const { leaves_message, voicemail, generation } = session;
  if (!leaves_message || voicemail || isLeaving(session)) return undefined;
  if (since !== undefined && since !== generation) return undefined;
  const answerer = session.answerer && beepHeard(session.answerer, now);
  if (session.answerer && !answerer) return undefined;
  const listening = withoutKeys(session, pendingEntries(session));
  const next = {
    ...nextGeneration(listening),
    ...(answerer && { answerer }),
    voicemail: true,
    ending: true,
  };
  return addTurns(next, cutOffTurn(session));
}

/** The agent stopped speaking: a complete answer is stored as played. After a goodbye at a silence timeout, the call ends. */
export function agentFellSilent(session: Session, at?: Date): Change | undefined {
  if (!session.answer?.complete) return undefined;
  const { session: after, newTurns } = addTurns(session, playedAnswer(session.answer, { at }));
  const words = silenceWordsOf(session);
  const next = { ...after, ...(words === 'goodbye' && { ending: true }) };
  if (isLeaving(next)) return { ...carriedOut({ session: next, newTurns }), effects: [{ kind: 'leave' }] };
  // A question at a silence timeout does not end the silence.
  return { session: next, newTurns, effects: words ? [] : [{ kind: 'watch_silence', since: at }] };
}

/** The agent leaves although the end of its words was not reported. */
export const agentLeft = (session: Session): Change =>
  agentFellSilent(session) ??
  carriedOut({ session: { ...session, version: session.version + 1 }, newTurns: [] });

export interface UnaskedWords {
  readonly text: string;
  /** Set if the words belong to a silence timeout. */
  readonly ofSilence?: SilenceWords;
  /** Set if a check of an earlier generation watches the silence after the words: when it begins, and which check. */
  readonly watchedSilence?: { readonly since: string; readonly check: string };
  readonly figures?: TurnFigures;
}

/** The agent speaks unasked, as at a silence timeout. If the contact speaks now, the conversation goes on. */
export function agentSpokeUp(session: Session, words: UnaskedWords, now: Date): Change {
  const { ofSilence, watchedSilence, figures } = words;
  const { session: played, newTurns } = addTurns(session, playedAnswer(session.answer));
  const move = ofSilence === 'presence' ? afterEvent(played, { type: 'silence' }, now) : undefined;
  const after = move?.session ?? played;
  const moved = move?.says.join(' ') ?? '';
  // The action of a step that begins has words of its own.
  const text = moved || dueAction(after) === undefined ? moved || words.text : '';
  const answer = { text, complete: true, timestamp: now.toISOString(), ...(figures && { figures }) };
  const { generation } = session;
  const silence_words = ofSilence && { generation, words: ofSilence };
  const silence = watchedSilence && { generation, ...watchedSilence };
  return {
    session: {
      ...after,
      ...spokenOver(session, now),
      ...(text !== '' && { answer }),
      ...(silence_words && { silence_words }),
      ...(silence && { silence }),
    },
    newTurns,
    effects: [...(text === '' ? [] : [{ kind: 'say', text } as const]), ...(move?.effects ?? [])],
  };
}

/** The agent's last words at a silence timeout since the contact last spoke. Returns undefined if there are none. */
export function silenceWordsOf({ silence_words, generation }: Session): SilenceWords | undefined {
  return silence_words?.generation === generation ? silence_words.words : undefined;
}

/** The conversation is closed. The played part of a pending answer is stored, as far as time (`at`) allows. */
export function conversationClosed(session: Session, at?: Date): Change {
  const entries = pendingEntries(session);
  const keyedAt = new Date(session.pressed_keys?.at(-1)?.at ?? 0);
  // A contact who hung up before that heard nothing more.
  const until = session.dropped_at === undefined ? at : new Date(session.dropped_at);
  const heard = addTurns({ ...nextGeneration(withoutKeys(session, entries)), closed: true }, [
    ...cutOffTurn(session, until),
    ...keyedIn(entries, session, keyedAt),
  ]);
  // A hang-up during the goodbye ends the call all the same; nobody is connected any more.
  const isMoot = heard.session.handoff !== undefined;
  const change = isMoot ? notCarriedOut(heard, 'The call was over before.') : carriedOut(heard);
  const isSpokenOver = (session.played_characters ?? 0) < 0;
  const { secret_keys: _, secret_words: __, entered_keys: ___, replay: ____, ...closed } = change.session;
  const steps = closed.steps && withoutSecureValues(closed.steps);
  return {
    ...change,
    session: {
      ...closed,
      ...(isSpokenOver && spokenOver(session, until ?? keyedAt)),
      ...(steps && { steps }),
    },
  };
}
