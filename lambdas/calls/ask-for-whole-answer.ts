import { type Asking, conversationModels } from '../agents/language-models.ts';
import { logger } from '../platform/logger.ts';
import type { Table } from '../platform/table/table.ts';
import { tokenReserve } from '../usage/store/day-use.ts';
import { withoutReasoning } from '../vendors/llm/answer-limits.ts';
import type { LanguageModel, ModelRequest } from '../vendors/llm/language-model.ts';
import { describeModelFailure } from '../vendors/llm/model-failure.ts';
import { type ModelUsage, TokenMeter } from '../vendors/llm/model-usage.ts';

interface Question<Answer> extends Pick<ModelRequest, 'messages' | 'answer' | 'reasoningEffort'> {
  readonly purpose: string;
  readonly callId: string;
  /** Milliseconds that the models share. */
  readonly patienceMs: number;
  /** Aborts the request early. @default only the models' own time limits apply */
  readonly deadline?: AbortSignal;
  /** Throws, or returns undefined, if an answer is unusable. */
  read(text: string): Answer | undefined;
  /** Whether reading can stop before an answer's end. @default the whole answer is read */
  isEnough?(text: string): boolean;
}

export interface ModelAnswer<Answer> {
  readonly answer: Answer;
  readonly usage: ModelUsage | undefined;
}

/** The quota leaves too few tokens for the platform's models, or no model gave a useful answer in time. */
export type AnswerFailure = 'quota_exceeded' | 'no_valid_answer';

/** Asks an agent's models, in order, for one answer. An incomplete one is discarded: it may end mid-word. */
export async function askForWholeAnswer<Answer>(
  table: Table,
  asking: Asking,
  question: Question<Answer>,
): Promise<ModelAnswer<Answer> | AnswerFailure> {
  const meter = new TokenMeter(tokenReserve(table, asking.user_id));
  const models = conversationModels(table, asking, meter);
  for (const model of models) {
    const signals = [AbortSignal.timeout(question.patienceMs / models.length), question.deadline ?? []];
    const modelAnswer = await ask(model, question, AbortSignal.any(signals.flat()));
    if (modelAnswer) return modelAnswer;
  }
  return meter.isRefused ? 'quota_exceeded' : 'no_valid_answer';
}

async function ask<Answer>(
  model: LanguageModel,
  { purpose, callId, read, isEnough, messages, answer: format, reasoningEffort }: Question<Answer>,
  signal: AbortSignal,
): Promise<ModelAnswer<Answer> | undefined> {
  let text = '';
  let usage: ModelUsage | undefined;
  const request: ModelRequest = {
    messages,
    reasoningEffort,
    ...(format && { answer: format }),
    tools: [],
    mayUseTools: false,
    temperature: 0,
    signal,
    onUsage: (used) => {
      usage = used;
    },
  };
  try {
    for await (const chunk of model.stream(request)) {
      if (chunk.kind === 'text') text += chunk.text;
      if (isEnough?.(text)) break;
    }
    const answer = read(withoutReasoning(text));
    if (answer === undefined) throw new Error('The answer is unusable.');
    return { answer, usage };
  } catch (error) {
    logger.warn('The language model gave no usable answer.', {
      callId,
      purpose,
      ...describeModelFailure(error),
    });
    return undefined;
  }
}
