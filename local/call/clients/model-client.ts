import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import { z } from 'zod';
import { requestJson } from './request-json.ts';

/** The control API of the scripted model. */
export class ModelClient {
  readonly #url: string;

  /** `url` is the base of the model's API. */
  constructor(url: string) {
    this.#url = new URL(url).origin;
  }

  /** Adds rules that come before all others. */
  async addRules(rules: readonly RuleInput[]): Promise<void> {
    const url = new URL(`${this.#url}/simulator/rules`);
    await requestJson({ method: 'PUT', url, body: rules, answer: z.unknown() });
  }
}
