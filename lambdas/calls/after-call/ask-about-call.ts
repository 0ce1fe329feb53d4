import type { Table } from '../../platform/table/table.ts';
import type { ModelRequest } from '../../vendors/llm/language-model.ts';
import { type AnswerFailure, askForWholeAnswer, type ModelAnswer } from '../ask-for-whole-answer.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';

/** Milliseconds that the models share: less than the function's time-out. */
const PATIENCE_MS = 25_000;

type Question<Answer> = Required<Pick<ModelRequest, 'messages' | 'answer'>> & {
  readonly read: (text: string) => Answer;
};

export const askAboutCall = <Answer>(
  table: Table,
  call: CallWithSnapshot,
  question: Question<Answer>,
): Promise<ModelAnswer<Answer> | AnswerFailure> =>
  askForWholeAnswer(table, call, {
    ...question,
    purpose: question.answer.name,
    callId: call.id,
    patienceMs: PATIENCE_MS,
  });
