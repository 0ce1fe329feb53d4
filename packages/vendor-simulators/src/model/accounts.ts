import { createHash, timingSafeEqual } from 'node:crypto';
import { ModelError } from './model-error.ts';

/** The accounts that may use the model: the platform's, and added ones. */
export class Accounts {
  readonly #keys = new Map<string, string>();
  readonly #isOpen: boolean;

  /** Without a key, everyone may use the model. */
  constructor(platformKey: string | undefined) {
    this.#isOpen = platformKey === undefined;
    if (platformKey !== undefined) this.add('platform', platformKey);
  }

  add(name: string, key: string): void {
    this.#keys.set(name, key);
  }

  /** The name of the request's account. Throws if it has none. */
  nameOf(authorization: string | undefined): string {
    if (this.#isOpen) return 'platform';
    const given = digest(authorization ?? '');
    for (const [name, key] of this.#keys) if (timingSafeEqual(digest(`Bearer ${key}`), given)) return name;
    // Some vendors repeat the key, or most of it.
    const message = `Incorrect API key provided: ${authorization?.replace('Bearer ', '') ?? 'none'}.`;
    throw new ModelError(401, 'invalid_request_error', 'invalid_api_key', message);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
