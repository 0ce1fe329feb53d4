import { emitMetrics } from '../../platform/metrics/emit.ts';
import type { ModelUsage } from '../../vendors/llm/model-usage.ts';
import type { ModelMessage, Passage } from '../../vendors/model/llm-message.ts';
import { TokenTally } from '../llm/token-tally.ts';
import { type Moment, segmentsBetween, type TurnFigures } from '../model/turn-figures.ts';

interface TurnBefore {
  /** When the contact's last word was heard. @default unknown: the vendor reports no words before they are final */
  readonly lastWordAt?: Date;
  /** Tokens of dropped answers that no turn has counted yet. @default 0 */
  readonly wastedTokens?: number;
}

export class TurnTimes {
  readonly #now: () => Date;
  /** When the contact's words arrived: milliseconds since 1970. */
  readonly #spokenMs: number;
  /** When the contact's last word was heard, if that is known. */
  readonly #lastWordMs: number | undefined;
  readonly #moments = new Map<Moment, number>();
  readonly #modelFailures: number[] = [];
  readonly #tally = new TokenTally();
  #countedFailures = 0;
  #fallbacks = 0;
  #hasFailed = false;
  #knowledge: Pick<TurnFigures, 'passages' | 'database' | 'sources'> = {};

  constructor(spokenAt: Date, now: () => Date, { lastWordAt, wastedTokens = 0 }: TurnBefore = {}) {
    this.#spokenMs = spokenAt.getTime();
    this.#lastWordMs = lastWordAt && Math.min(lastWordAt.getTime(), this.#spokenMs);
    this.#now = now;
    this.#tally.countWasted(wastedTokens);
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
    this.#tally.modelAsked(question);
  }

  used(usage: ModelUsage): void {
    this.#tally.used(usage);
  }

  /** Starts over: the answer so far was dropped unheard, and the model is asked again. Its tokens count. */
  restart(wastedTokens: number): void {
    this.#moments.clear();
    this.#tally.over();
    this.#tally.countWasted(wastedTokens);
  }

  /** Notes that a model sent a part of its answer, with its words if it has some. */
  tokenCame(text = ''): void {
    this.#begin('first_token');
    this.#tally.received(text);
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
      ...(isAction ? this.#tally.take() : this.#tally.figures),
      ...this.#failuresSince({ isCounted: isAction }),
      ...this.#knowledge,
    };
  }

  modelAnswered({ failed }: { readonly failed: boolean }): void {
    this.#modelFailures.push(failed ? 1 : 0);
    this.#tally.over();
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

  #failuresSince({ isCounted }: { readonly isCounted: boolean }): Pick<TurnFigures, 'failures'> {
    const all = this.#modelFailures.filter((failed) => failed === 1).length;
    const failures = all - this.#countedFailures;
    if (isCounted) this.#countedFailures = all;
    return failures > 0 ? { failures } : {};
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
