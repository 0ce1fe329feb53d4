import { attemptUntil } from '../../platform/table/retry.ts';
import type { ConversationContext } from '../change-session.ts';
import { callerPressed, callerSpoke } from '../model/conversation.ts';
import type { Session, Turn } from '../model/session.ts';
import { changeInLanguage, languageChange } from '../model/spoken-language.ts';
import { applyChange, type Conversation, getConversation } from '../store/conversations.ts';

export interface Said {
  /** Empty if the callee only pressed keys. */
  readonly text: string;
  readonly lang: string | undefined;
  /** Whether a machine's greeting answers in place of a callee. */
  readonly isGreeting: boolean;
  /** Whether keys become a turn only if their entry is complete. @default false */
  readonly onlyCompleteKeys?: boolean;
  /** Tokens of dropped answers in this conversation. */
  readonly dropped: number;
}

export interface Heard extends Conversation {
  readonly newTurns: readonly Turn[];
}

/** The conversation as it will be after words are stored. Returns undefined if they change nothing. */
export function conversationAfter(
  { text, lang, isGreeting, dropped, onlyCompleteKeys: onlyComplete = false }: Said,
  { session: before, turns }: Conversation,
  now: Date,
): Heard | undefined {
  const spoken = text === '' ? callerPressed(before, now, { onlyComplete }) : callerSpoke(before, text, now);
  if (!spoken) return undefined;
  const changed = changeInLanguage(spoken, languageChange(before, text, lang));
  const { newTurns } = changed;
  const { unanswered, ...after } = changed.session;
  const session: Session = {
    ...after,
    // A machine's greeting gets its message after the beep.
    ...(!isGreeting && unanswered !== undefined && { unanswered }),
    ...(dropped > 0 && { wasted_tokens: dropped }),
  };
  return { session, turns: [...turns, ...newTurns], newTurns };
}

interface Hearing {
  readonly conversation: Conversation | undefined;
  readonly likely: Heard | undefined;
}

/** Stores the words. Returns the conversation with them: `likely` itself, unless the session had changed. */
export async function hear(
  said: Said,
  known: Hearing,
  { table, connectionId, now }: ConversationContext,
): Promise<Heard | undefined> {
  const readAnew = async (): Promise<Hearing> => {
    const conversation = await getConversation(table, connectionId);
    return { conversation, likely: conversation && conversationAfter(said, conversation, now()) };
  };
  let first: Hearing | undefined = known;
  const stored = await attemptUntil(async () => {
    const { conversation, likely } = first ?? (await readAnew());
    first = undefined;
    if (!conversation || conversation.session.closed || !likely) return { heard: undefined };
    const change = { before: conversation.session, now: now(), ...likely };
    return (await applyChange(table, connectionId, change)) ? { heard: likely } : undefined;
  });
  return stored.heard;
}
