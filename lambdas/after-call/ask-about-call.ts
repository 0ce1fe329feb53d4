import type { CallWithSnapshot } from '../domain/calls/snapshot.ts';
import { type Answered, askInOrder } from '../llm/ask-in-order.ts';
import type { ModelRequest } from '../llm/language-model.ts';
import { systemClock } from '../runtime/clock.ts';
import { usedUpToday } from '../store/quotas/day-use.ts';
import type { Table } from '../store/table/table.ts';

/** Milliseconds that the models share: less than the function's time-out. */
const PATIENCE_MS = 25_000;

type Question<Answer> = Required<Pick<ModelRequest, 'messages' | 'answer'>> & {
  readonly read: (text: string) => Answer;
};

/** The tokens of the day are used up and the user has no account, or no model gave a valid answer. */
type Unanswered = 'quota_exceeded' | 'no_valid_answer';

export async function askAboutCall<Answer>(
  table: Table,
  call: CallWithSnapshot,
  question: Question<Answer>,
): Promise<Answered<Answer> | Unanswered> {
  const day = { userId: call.user_id, now: systemClock() };
  const met = await usedUpToday(table, day, ['model_tokens']);
  if (met && !call.settings.llm_account_connection) return 'quota_exceeded';
  const asking = { ...call, out_of_tokens: met !== undefined };
  const asked = { ...question, purpose: question.answer.name, callId: call.id, patienceMs: PATIENCE_MS };
  return (await askInOrder(table, asking, asked)) ?? 'no_valid_answer';
}
