import type { Mock } from './agent-test.ts';
import { containsValue } from './contains-value.ts';
import { shortJson } from './short-json.ts';

export type MockAnswer = Pick<Mock, 'returns' | 'error' | 'agent_message' | 'latency_ms'>;

/** The mocks of one run of a test, and how often each was used. */
export class Mocks {
  readonly #mocks: readonly Mock[];
  readonly #uses: number[];

  constructor(mocks: readonly Mock[] = []) {
    this.#mocks = mocks;
    this.#uses = mocks.map(() => 0);
  }

  /** The answer of the first mock that fits a call and has one left. Undefined if none does. */
  answer(tool: string, args: unknown): MockAnswer | undefined {
    for (const [index, mock] of this.#mocks.entries()) {
      const uses = this.#uses[index] ?? 0;
      const answer = mock.sequence ? mock.sequence[uses] : mock;
      if (mock.tool !== tool || !answer || !containsValue(args, mock.when ?? {})) continue;
      this.#uses[index] = uses + 1;
      const { returns, error, agent_message, latency_ms = mock.latency_ms } = answer;
      return { returns, error, agent_message, latency_ms };
    }
    return undefined;
  }

  /** The unused mocks, and unused answers of sequences, by name. */
  get unused(): string[] {
    return this.#mocks.flatMap(({ tool, when, optional, sequence }, index) => {
      const uses = this.#uses[index] ?? 0;
      if (optional || uses >= (sequence?.length ?? 1)) return [];
      return `${uses > 0 ? `answer ${uses + 1} of ` : ''}mock ${index + 1} of ${tool}${when ? ` when ${shortJson(when)}` : ''}`;
    });
  }
}
