import { estimateTokens, type ModelUsage } from '../../vendors/llm/model-usage.ts';
import type { ModelMessage } from '../../vendors/model/llm-message.ts';
import type { TurnFigures } from '../model/turn-figures.ts';

/** Characters of a model's name in the figures of a turn: users may call theirs anything. */
const MAX_MODEL_NAME = 100;

export class TokenTally {
  readonly #usages: ModelUsage[] = [];
  /** The request that is under way, and its tokens once they are estimated. */
  #question: { readonly messages: readonly ModelMessage[]; input?: number; answer: string } | undefined;
  #wastedTokens = 0;
  #takenTokens: readonly number[] = [];

  modelAsked(messages: readonly ModelMessage[]): void {
    this.#question = { messages, answer: '' };
  }

  received(text: string): void {
    if (this.#question) this.#question.answer += text;
  }

  used(usage: ModelUsage): void {
    this.#usages.push(usage);
    this.#question = undefined;
  }

  over(): void {
    this.#question = undefined;
  }

  /** Counts tokens of an answer that was dropped unheard. */
  countWasted(tokens: number): void {
    this.#wastedTokens += tokens;
  }

  /** The tokens since the last `take`. A request under way is estimated: it may be interrupted. */
  get figures(): Pick<TurnFigures, 'model' | 'tokens' | 'estimated'> {
    const counts = this.#counts();
    if (counts.every((count) => count === 0)) return {};
    const model = this.#usages.at(-1)?.model.slice(0, MAX_MODEL_NAME);
    const isEstimated = this.#question !== undefined || this.#usages.some(({ estimated }) => estimated);
    return {
      ...(model && { model }),
      tokens: counts.map((count, index) => count - (this.#takenTokens[index] ?? 0)),
      ...(isEstimated && { estimated: true }),
    };
  }

  /** The same. Later figures do not contain these tokens. */
  take(): Pick<TurnFigures, 'model' | 'tokens' | 'estimated'> {
    const { figures } = this;
    this.#takenTokens = this.#counts();
    return figures;
  }

  #counts(): readonly number[] {
    const sumOf = (key: 'input' | 'output' | 'cached') =>
      this.#usages.reduce((sum, usage) => sum + usage[key], 0);
    const [input, output] = this.#underWay();
    return [sumOf('input') + input, sumOf('output') + output, sumOf('cached'), this.#wastedTokens];
  }

  #underWay(): readonly [number, number] {
    const question = this.#question;
    if (!question) return [0, 0];
    question.input ??= estimateTokens(JSON.stringify(question.messages));
    return [question.input, estimateTokens(question.answer)];
  }
}
