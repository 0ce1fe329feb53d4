import { withoutReasoning } from '../../vendors/llm/answer-limits.ts';
import type { LanguageModel, ModelRequest } from '../../vendors/llm/language-model.ts';
import type { ModelUsage } from '../../vendors/llm/model-usage.ts';
import { modelIssue, TestError } from './test-error.ts';

const ANSWER_TIMEOUT_MS = 30_000;

/** Maximum number of characters of an answer. */
const MAX_ANSWER = 50_000;

interface Question<Answer> extends Pick<ModelRequest, 'messages' | 'answer'> {
  /** The role of the model in error messages, such as `judge`. */
  readonly who: string;
  /** Ends the request with its run. @default never */
  readonly signal?: AbortSignal | undefined;
  /** Throws if an answer is unusable. */
  read(text: string): Answer;
}

export interface ParsedAnswer<Answer> {
  readonly answer: Answer;
  readonly text: string;
  readonly usage: ModelUsage | undefined;
}

/** Asks models in order for one whole answer. Throws TestError if none gives a usable one. */
export async function askModels<Answer>(
  models: readonly LanguageModel[],
  question: Question<Answer>,
): Promise<ParsedAnswer<Answer>> {
  const { who } = question;
  let issue = new TestError(`The ${who} could not be asked: no model is available.`);
  for (const model of models) {
    let whole: Omit<ParsedAnswer<never>, 'answer'>;
    try {
      whole = await wholeAnswer(model, question);
    } catch (error) {
      question.signal?.throwIfAborted();
      issue = modelIssue(who, error);
      continue;
    }
    try {
      return { ...whole, answer: question.read(withoutReasoning(whole.text)) };
    } catch {
      issue = new TestError(`The ${who} gave no valid answer.`);
    }
  }
  throw issue;
}

async function wholeAnswer(
  model: LanguageModel,
  { messages, answer, signal }: Question<unknown>,
): Promise<Omit<ParsedAnswer<never>, 'answer'>> {
  let text = '';
  let usage: ModelUsage | undefined;
  const limit = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const chunks = model.stream({
    messages,
    ...(answer && { answer }),
    tools: [],
    mayUseTools: false,
    temperature: 0,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    onUsage: (used) => {
      usage = used;
    },
  });
  for await (const chunk of chunks) {
    if (chunk.kind === 'text') text += chunk.text;
    if (text.length > MAX_ANSWER) break;
  }
  return { text, usage };
}
