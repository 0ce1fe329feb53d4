import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { z } from 'zod';
import { requestJson } from './request-json.ts';

/** The control API of the simulated vector database. */
export class KnowledgeClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Fills an index with passages; `key` is the API key that its searches must carry. */
  async fill(index: string, key: string, passages: readonly string[]): Promise<void> {
    const url = new URL(`${this.#url}/simulator/indexes/${index}`);
    await requestJson({ method: 'PUT', url, body: { api_key: key, passages }, answer: z.unknown() });
  }
}

/** The control API of the scripted model. */
export class ModelClient {
  readonly #url: string;

  /** `url` is the base of the model's API. */
  constructor(url: string) {
    this.#url = new URL(url).origin;
  }

  /** Adds rules that come before all others. Resolves with a function that removes them. */
  async addRules(rules: readonly RuleInput[]): Promise<() => Promise<unknown>> {
    const url = new URL(`${this.#url}/simulator/rules`);
    const { id } = await requestJson({
      method: 'PUT',
      url,
      body: rules,
      answer: z.object({ id: z.string() }),
    });
    return () => requestJson({ method: 'DELETE', url: new URL(`${url}/${id}`), answer: z.unknown() });
  }
}
