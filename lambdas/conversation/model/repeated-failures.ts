import { PHRASES } from './phrases.ts';
import type { Session } from './session.ts';

/** Turns in a row that no model answered, after which the agent says goodbye and ends the call. */
const MAX_FAILURES = 3;

/** What the agent says after such a turn, and the number of them so far. */
export function afterFailedTurn({ failures: before, settings }: Pick<Session, 'failures' | 'settings'>) {
  const failures = before + 1;
  const givesUp = failures >= MAX_FAILURES;
  const { farewell, trouble } = PHRASES[settings.language];
  return { failures, givesUp, words: givesUp ? farewell : trouble };
}
