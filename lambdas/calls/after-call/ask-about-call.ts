import { askForWholeAnswer, type ModelAnswer } from '../../conversation/llm/ask-for-whole-answer.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Table } from '../../platform/table/table.ts';
import { usedUpToday } from '../../usage/store/day-use.ts';
import type { ModelRequest } from '../../vendors/llm/language-model.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';

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
): Promise<ModelAnswer<Answer> | Unanswered> {
  const day = { userId: call.user_id, now: systemClock() };
  const met = await usedUpToday(table, day, ['model_tokens']);
  if (met && !call.settings.llm_account_connection) return 'quota_exceeded';
  const callWithBudget = { ...call, out_of_tokens: met !== undefined };
  const request = { ...question, purpose: question.answer.name, callId: call.id, patienceMs: PATIENCE_MS };
  return (await askForWholeAnswer(table, callWithBudget, request)) ?? 'no_valid_answer';
}
