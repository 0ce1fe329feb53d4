import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '../domain/conversations/session.ts';
import { getSession } from '../store/conversations/conversations.ts';
import type { Table } from '../store/table/table.ts';

/** Milliseconds for which the vendor's last report of played words is awaited: frames arrive in any order. */
const REPORTED_WITHIN_MS = 250;

/** Waits for the report of the agent's last words if it is missing. The session must be read again if undefined. */
export async function awaitLastWords(table: Table, connectionId: string): Promise<Session | undefined> {
  const session = await getSession(table, connectionId);
  if (!session || session.closed || wasPlayed(session)) return session;
  await wait(REPORTED_WITHIN_MS);
  return undefined;
}

/** Whether no report of played words is missing. */
export const wasPlayed = ({ answer, tells_played, played = 0 }: Session) =>
  !(answer && tells_played) || played >= answer.text.length;
