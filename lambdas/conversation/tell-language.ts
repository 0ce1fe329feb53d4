import type { Session } from '../domain/conversations/session.ts';
import type { Language } from '../domain/records/languages.ts';
import { recordLanguageOfCall } from '../store/calls/spoken-language.ts';
import type { Table } from '../store/table/table.ts';
import { languageFrame } from '../telephony/languages.ts';
import { listeningIn } from '../telephony/speech-recognition.ts';
import type { RelayConnection } from './relay/relay-connection.ts';

export async function tellLanguage({
  table,
  connection,
  session,
  language,
}: {
  readonly table: Table;
  readonly connection: RelayConnection;
  readonly session: Session;
  readonly language: Language;
}): Promise<void> {
  const { user_id: userId, call_id: callId } = session;
  await Promise.all([
    connection.send(languageFrame(language, listeningIn(session))),
    recordLanguageOfCall(table, { userId, callId }, language),
  ]);
}
