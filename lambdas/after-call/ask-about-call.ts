import type { CallWithSnapshot } from '../domain/calls/snapshot.ts';
import { conversationModels } from '../llm/accounts.ts';
import type { LanguageModel, ModelRequest } from '../llm/language-model.ts';
import { describeModelFault } from '../llm/model-fault.ts';
import type { ModelUsage } from '../llm/model-usage.ts';
import { TokenMeter } from '../llm/model-usage.ts';
import { systemClock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { countTokens, usedUpToday } from '../store/quotas/day-use.ts';
import type { Table } from '../store/table/table.ts';

/** Milliseconds that the models share: less than the function's time-out. */
const PATIENCE_MS = 25_000;

interface Question<Answer> extends Pick<ModelRequest, 'messages' | 'answer'> {
  read(text: string): Answer;
}

export interface Answered<Answer> {
  readonly answer: Answer;
  readonly usage: ModelUsage | undefined;
}

/** The tokens of the day are used up and the user has no account, or no model gave a valid answer. */
type Unanswered = 'quota_exceeded' | 'no_valid_answer';

/** Asks the models of the call's agent in order, and counts the tokens that they use on the platform's accounts. */
export async function askAboutCall<Answer>(
  table: Table,
  call: CallWithSnapshot,
  question: Question<Answer>,
): Promise<Answered<Answer> | Unanswered> {
  const day = { userId: call.user_id, now: systemClock() };
  const met = await usedUpToday(table, day, ['model_tokens']);
  if (met && !call.settings.llm_account_connection) return 'quota_exceeded';
  const meter = new TokenMeter();
  const models = conversationModels(table, { ...call, out_of_tokens: met !== undefined }, meter);
  try {
    return (await askInOrder(models, call, question)) ?? 'no_valid_answer';
  } finally {
    if (meter.tokens > 0) await countTokens(table, day, meter.tokens);
  }
}

async function askInOrder<Answer>(
  models: readonly LanguageModel[],
  call: CallWithSnapshot,
  { read, messages, answer }: Question<Answer>,
): Promise<Answered<Answer> | undefined> {
  for (const model of models) {
    let usage: ModelUsage | undefined;
    try {
      const text = await wholeAnswer(model, {
        messages,
        tools: [],
        mayUseTools: false,
        temperature: 0,
        signal: AbortSignal.timeout(PATIENCE_MS / models.length),
        onUsage: (used) => {
          usage = used;
        },
        ...(answer && { answer }),
      });
      return { answer: read(text), usage };
    } catch (error) {
      logger.warn('A language model did not answer a question about a call.', {
        callId: call.id,
        question: answer?.name,
        ...describeModelFault(error),
      });
    }
  }
  return undefined;
}

async function wholeAnswer(model: LanguageModel, request: ModelRequest): Promise<string> {
  let text = '';
  for await (const chunk of model.stream(request)) if (chunk.kind === 'text') text += chunk.text;
  return text;
}
