import type { CallWithSnapshot } from '../domain/calls/snapshot.ts';
import { PHRASES } from '../domain/conversations/phrases.ts';
import { systemClock } from '../runtime/clock.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import type { Table } from '../store/table/table.ts';
import { farewellMarkup } from './twiml/say.ts';

/** Ends an answered call that cannot go on, with a sentence to the caller or callee. */
export async function rejectCall(
  table: Table,
  { id, user_id, settings }: CallWithSnapshot,
  errorMessage: string,
): Promise<string> {
  const key = { userId: user_id, callId: id };
  const outcome = 'bot_disconnected';
  await finishCall(table, key, { transition: 'fail', now: systemClock(), errorMessage, outcome });
  return farewellMarkup(PHRASES[settings.language].farewell, settings.language);
}
