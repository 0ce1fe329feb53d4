import type { Session } from '../domain/conversations/session.ts';
import type { Language } from '../domain/records/languages.ts';
import { recordLanguageOfCall } from '../store/calls/call-facts.ts';
import { languageFrame } from '../telephony/languages.ts';
import { listeningIn } from '../telephony/speech-recognition.ts';
import type { SpeakUpContext } from './speak-up.ts';

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
