import { emitMetrics } from '../../platform/metrics/emit.ts';
import { estimateTokens, type ModelUsage } from '../../vendors/llm/model-usage.ts';
import type { ModelMessage, Passage } from '../../vendors/model/llm-message.ts';
import { type Moment, segmentsBetween, type TurnFigures } from '../model/turn-figures.ts';

interface TurnBefore {
  /** When the contact's last word was heard. @default unknown: the vendor reports no words before they are final */
  readonly lastWordAt?: Date;
  /** Tokens of dropped answers that no turn has counted yet. @default 0 */
  readonly wastedTokens?: number;
}

/** Characters of a model's name in the figures of a turn: users may call theirs anything. */
const MAX_MODEL_NAME = 100;

/** When what happened in a turn, and the tokens that it used. */
export class TurnTimes {
  readonly #now: () => Date;
  /** When the contact's words arrived: milliseconds since 1970. */
  readonly #spokenMs: number;
  /** When the contact's last word was heard, if that is known. */
  readonly #lastWordMs: number | undefined;
  readonly #moments = new Map<Moment, number>();
  readonly #modelFailures: number[] = [];
  readonly #usages: ModelUsage[] = [];
  /** The request that is under way, and its tokens once they are estimated. */
  #question: { readonly messages: readonly ModelMessage[]; input?: number; answer: string } | undefined;
  #wastedTokens: number;
  /** Failures and tokens that the figures of actions have. */
  #countedFailures = 0;
  #countedTokens: readonly number[] = [];
  #fallbacks = 0;
  #hasFailed = false;
  #knowledge: Pick<TurnFigures, 'passages' | 'database' | 'sources'> = {};

  constructor(spokenAt: Date, now: () => Date, { lastWordAt, wastedTokens = 0 }: TurnBefore = {}) {
    this.#spokenMs = spokenAt.getTime();
    this.#lastWordMs = lastWordAt && Math.min(lastWordAt.getTime(), this.#spokenMs);
    this.#now = now;
    this.#wastedTokens = wastedTokens;
  }

  gavePassages(passages: readonly Passage[], database: string | null | undefined): void {
    if (passages.length === 0) return;
    const sources = passages.flatMap(({ id }) => id ?? []);
    this.#knowledge = {
      passages: passages.length,
      ...(database && { database }),
      ...(sources.length > 0 && { sources }),
    };
  }

  /** Notes that a model is asked. Of a turn's requests, tokens and texts, only the first counts as a moment. */
  modelAsked(question: readonly ModelMessage[]): void {
    this.#begin('model_asked');
    this.#question = { messages: question, answer: '' };
  }

  used(usage: ModelUsage): void {
    this.#usages.push(usage);
    this.#question = undefined;
  }

  /** Starts over: the answer so far was dropped unheard, and the model is asked again. Its tokens count. */
  restart(wastedTokens: number): void {
    this.#moments.clear();
    this.#question = undefined;
    this.#wastedTokens += wastedTokens;
  }

  /** Notes that a model sent a part of its answer, with its words if it has some. */
  tokenCame(text = ''): void {
    this.#begin('first_token');
    if (this.#question) this.#question.answer += text;
  }

  textSent(): void {
    this.#begin('first_text');
    this.#moments.set('last_text', this.#now().getTime());
  }

  /** The figures so far, to be stored with words about to be sent. Later ones lack what those of an action contain. */
  figures({ isAction = false }: { readonly isAction?: boolean } = {}): TurnFigures {
    const at = this.#now().getTime();
    const moments: Partial<Record<Moment, number>> = Object.fromEntries(this.#moments);
    const sending = isAction ? {} : { first_text: moments.first_text ?? at, last_text: at };
    const from = this.#lastWordMs ?? this.#spokenMs;
    const over = this.#lastWordMs === undefined ? {} : { turn_over: this.#spokenMs };
    return {
      from,
      ms: segmentsBetween(from, { ...over, ...moments, ...sending }),
      ...this.#tokensSince(isAction),
      ...this.#failuresSince(isAction),
      ...this.#knowledge,
    };
  }

  modelAnswered({ failed }: { readonly failed: boolean }): void {
    this.#modelFailures.push(failed ? 1 : 0);
    this.#question = undefined;
  }

  fellBack(): void {
    this.#fallbacks += 1;
  }

  failed(): void {
    this.#hasFailed = true;
  }

  emit({ interrupted }: { readonly interrupted: boolean }): void {
    emitMetrics({
      TurnModelAsked: this.#between(this.#spokenMs, 'model_asked'),
      TurnFirstToken: this.#between('model_asked', 'first_token'),
      TurnFirstText: this.#between('first_token', 'first_text'),
      TurnLastText: this.#between('first_text', 'last_text'),
      TurnSilence: this.#between(this.#spokenMs, 'first_text'),
      TurnInterrupted: interrupted ? 1 : 0,
      TurnFailed: this.#hasFailed ? 1 : 0,
      ModelFailed: this.#modelFailures,
      ModelFallbacks: this.#fallbacks || undefined,
    });
  }

  #failuresSince(isAction: boolean): Pick<TurnFigures, 'failures'> {
    const all = this.#modelFailures.filter((failed) => failed === 1).length;
    const failures = all - this.#countedFailures;
    if (isAction) this.#countedFailures = all;
    return failures > 0 ? { failures } : {};
  }

  /** The tokens of a request under way are estimated: it may be interrupted. */
  #tokensSince(isAction: boolean): Pick<TurnFigures, 'model' | 'tokens' | 'estimated'> {
    const sumOf = (key: 'input' | 'output' | 'cached') =>
      this.#usages.reduce((sum, usage) => sum + usage[key], 0);
    const question = this.#question;
    if (question) question.input ??= estimateTokens(JSON.stringify(question.messages));
    const input = sumOf('input') + (question?.input ?? 0);
    const output = sumOf('output') + (question ? estimateTokens(question.answer) : 0);
    const counts = [input, output, sumOf('cached'), this.#wastedTokens];
    const counted = this.#countedTokens;
    if (isAction) this.#countedTokens = counts;
    if (counts.every((count) => count === 0)) return {};
    const model = this.#usages.at(-1)?.model.slice(0, MAX_MODEL_NAME);
    const isEstimated = question !== undefined || this.#usages.some(({ estimated }) => estimated);
    return {
      ...(model && { model }),
      tokens: counts.map((count, index) => count - (counted[index] ?? 0)),
      ...(isEstimated && { estimated: true }),
    };
  }

  #begin(moment: Moment): void {
    if (!this.#moments.has(moment)) this.#moments.set(moment, this.#now().getTime());
  }

  /** Milliseconds between two moments, if both occurred; the clocks of two machines may differ. */
  #between(from: Moment | number, to: Moment): number | undefined {
    const startMs = typeof from === 'number' ? from : this.#moments.get(from);
    const endMs = this.#moments.get(to);
    return startMs === undefined || endMs === undefined ? undefined : Math.max(0, endMs - startMs);
  }
}
