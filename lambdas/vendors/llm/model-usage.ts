import type { ModelMessage } from '../model/llm-message.ts';

export interface ModelUsage {
  readonly model: string;
  /** Tokens of the request, including cached ones. */
  readonly input: number;
  /** Tokens of the answer, including reasoning. */
  readonly output: number;
  /** Tokens of the request that the vendor read from its prompt cache, and bills at a lower price. */
  readonly cached: number;
  /** Whether the vendor reported nothing, so that `input` and `output` are estimated by the length of the texts. */
  readonly estimated: boolean;
  /** The number of messages that did not fit into the model's window; absent if all did. */
  readonly leftOut?: number;
}

/** The counts that a vendor reports, which may be invalid. */
export interface ReportedUsage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly total_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null | undefined;
}

/** The request and the answer, for an estimate. */
interface Exchange {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** The number of messages that do not fit. @default 0 */
  readonly leftOut?: number;
  readonly answer: () => string;
}

/** Bytes of text per token, if the vendor reports none: about four in English, fewer in other scripts. */
const BYTES_PER_TOKEN = 4;

/** The vendor's report, or an estimate without one. The total decides: some count reasoning only there. */
export function readUsage(
  reported: ReportedUsage | undefined,
  { model, messages, answer, leftOut = 0 }: Exchange,
): ModelUsage {
  const total = countOf(reported?.total_tokens) ?? sumOf(reported);
  const request = { model, ...(leftOut > 0 && { leftOut }) };
  if (!total) {
    const input = estimateTokens(JSON.stringify(messages));
    return { ...request, input, output: estimateTokens(answer()), cached: 0, estimated: true };
  }
  const input = Math.min(countOf(reported?.prompt_tokens) ?? 0, total);
  const cached = Math.min(countOf(reported?.prompt_tokens_details?.cached_tokens) ?? 0, input);
  return { ...request, input, output: total - input, cached, estimated: false };
}

function sumOf(reported: ReportedUsage | undefined): number | undefined {
  const [input, output] = [countOf(reported?.prompt_tokens), countOf(reported?.completion_tokens)];
  return input === undefined || output === undefined ? undefined : input + output;
}

export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

const countOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Corrects a reservation to the tokens that were used. Never rejects. */
export type CorrectTokens = (used: number) => Promise<void>;

/** Reserves the maximum tokens that a request may use. Throws if the user's quota leaves fewer. */
export type ReserveTokens = (most: number) => Promise<CorrectTokens>;

/** Counts the tokens that one invocation uses on the platform's accounts. */
export class TokenMeter {
  readonly #reserve: ReserveTokens | undefined;
  #tokens = 0;
  #isRefused = false;

  /** `reserve`: counts for the user, request by request. @default the meter's owner counts `uncounted` afterwards */
  constructor(reserve?: ReserveTokens) {
    this.#reserve = reserve;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** The tokens that no reservation has counted for the user. */
  get uncounted(): number {
    return this.#reserve ? 0 : this.#tokens;
  }

  /** Whether a request was not made because the user's quota left too few tokens. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Call it before a request. Returns the function that counts the tokens it used. */
  async reserve(most: () => number): Promise<CorrectTokens> {
    const correct = await this.#reserve?.(most()).catch((error: unknown) => {
      this.#isRefused = true;
      throw error;
    });
    return async (used) => {
      this.#tokens += used;
      await correct?.(used);
    };
  }
}
