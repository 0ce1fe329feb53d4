import { agentSpeaksUp, type UnaskedWords } from '../domain/conversations/conversation.ts';
import type { Session } from '../domain/conversations/session.ts';
import { type ConversationContext, changeSession } from './change-session.ts';
import type { RelayConnection } from './relay/relay-connection.ts';

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
