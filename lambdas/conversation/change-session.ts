import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '../agents/model/languages.ts';
import { recordLanguageOfCall } from '../calls/store/call-facts.ts';
import { nameCall } from '../platform/log/current-step.ts';
import { attemptUntil } from '../platform/table/retry.ts';
import type { Table } from '../platform/table/table.ts';
import { languageFrame } from '../vendors/telephony/languages.ts';
import { listeningIn } from '../vendors/telephony/speech-recognition.ts';
import { agentSpeaksUp, type Change, conversationClosed, type UnaskedWords } from './model/conversation.ts';
import type { Session } from './model/session.ts';
import type { RelayConnection } from './relay-connection.ts';
import { applyChange, getSession } from './store/conversations.ts';

export interface ConversationContext {
  readonly table: Table;
  readonly connectionId: string;
  readonly now: () => Date;
}

/** Stores what `decide` changes, starting from `known`. Returns the new session; undefined if nothing changed. */
export async function changeSession(
  { table, connectionId, now }: ConversationContext,
  decide: (session: Session) => Change | undefined,
  known?: Session,
): Promise<Session | undefined> {
  let latest = known;
  const changed = await attemptUntil(async () => {
    const before = latest ?? (await getSession(table, connectionId));
    latest = undefined;
    if (before) nameCall({ userId: before.user_id, callId: before.call_id });
    const decided = before && !before.closed ? decide(before) : undefined;
    if (!before || !decided) return { session: undefined };
    const isStored = await applyChange(table, connectionId, { before, now: now(), ...decided });
    return isStored ? { session: decided.session } : undefined;
  });
  return changed.session;
}

/** Milliseconds that a frame waits for related ones: the vendor's frames and callbacks arrive in any order. */
export const REORDER_WINDOW_MS = 250;

/** Waits for the report of the agent's last words if it is missing. The session must be read again if undefined. */
export async function awaitLastWords(table: Table, connectionId: string): Promise<Session | undefined> {
  const session = await getSession(table, connectionId);
  if (!session || session.closed || wasPlayed(session)) return session;
  await wait(REORDER_WINDOW_MS);
  return undefined;
}

/** Whether no report of played words is missing. */
export const wasPlayed = ({ answer, tells_played, played = 0 }: Session) =>
  !(answer && tells_played) || played >= answer.text.length;

/** Closes the conversation after its connection, and after the vendor's last report of played words. */
export async function closeConversation(context: ConversationContext): Promise<void> {
  const at = context.now();
  const session = await awaitLastWords(context.table, context.connectionId);
  await changeSession(context, (current) => conversationClosed(current, at), session);
}

export interface SpeakUpContext extends ConversationContext {
  readonly connection: RelayConnection;
}

export async function speakUp(
  context: SpeakUpContext,
  wordsFor: (session: Session) => UnaskedWords | undefined,
): Promise<Session | undefined> {
  const session = await changeSession(context, (current) => {
    const words = wordsFor(current);
    return words && agentSpeaksUp(current, words, context.now());
  });
  if (session?.answer)
    await context.connection.send({ type: 'text', token: session.answer.text, last: true });
  return session;
}

/** Reports the language to the vendor, and stores it on the call. */
export async function tellLanguage(
  { table, connection }: Pick<SpeakUpContext, 'table' | 'connection'>,
  session: Session,
  language: Language,
): Promise<void> {
  const { user_id: userId, call_id: callId } = session;
  await Promise.all([
    connection.send(languageFrame(language, listeningIn(session))),
    recordLanguageOfCall(table, { userId, callId }, language),
  ]);
}
