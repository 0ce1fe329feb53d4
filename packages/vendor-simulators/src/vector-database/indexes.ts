import { z } from 'zod';
import { HttpError } from '../http/http-error.ts';

/** The body of `PUT /simulator/indexes/<name>`. */
export const indexSchema = z.strictObject({
  /** The key that requests must carry. */
  api_key: z.string().min(1),
  /** The texts of the index. */
  passages: z.array(z.string()).default([]),
  /** Whether the index embeds texts itself; otherwise it accepts only vectors. */
  integrated: z.boolean().default(true),
  /** The host in the index's description, instead of its own. */
  host: z.string().optional(),
  /** Milliseconds before each answer to a search. */
  delay_ms: z.number().int().min(0).max(60_000).default(0),
  /** The fault of searches. */
  fault: z.enum(['http_500', 'garbage']).optional(),
});
export type SimulatedIndex = z.infer<typeof indexSchema>;

/** The indexes by name. */
export class Indexes {
  readonly #indexes = new Map<string, SimulatedIndex>();

  put(name: string, index: SimulatedIndex): void {
    this.#indexes.set(name, index);
  }

  /** The index, if the key is its own. Throws the vendor's error otherwise. */
  require(name: string, key: string | string[] | undefined): SimulatedIndex {
    const index = this.#indexes.get(name);
    if (index && key === index.api_key) return index;
    throw index
      ? refusal(401, 'UNAUTHENTICATED', 'Invalid API key.')
      : refusal(404, 'NOT_FOUND', `Resource ${name} not found`);
  }
}

/** A refusal in the vendor's format. */
export function refusal(status: number, code: string, message: string): HttpError {
  return new HttpError(status, { error: { code, message }, status });
}

/** The passages that share the most words with a text, best first. */
export function closest({ passages }: SimulatedIndex, text: string, count: number) {
  const asked = new Set(wordsOf(text));
  return passages
    .map((passage, index) => ({
      passage,
      id: `passage-${index}`,
      score: wordsOf(passage).filter((word) => asked.has(word)).length,
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
