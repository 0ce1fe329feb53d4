import { createHash, timingSafeEqual } from 'node:crypto';
import { ModelError } from './model-error.ts';

/** Who may ask the model: the platform, and the accounts that were added. */
export class Accounts {
  readonly #keys = new Map<string, string>();
  readonly #isOpen: boolean;

  /** Without a key, anybody may ask. */
  constructor(platformKey: string | undefined) {
    this.#isOpen = platformKey === undefined;
    if (platformKey !== undefined) this.add('platform', platformKey);
  }

  /** Adds an account, or gives it another key. */
  add(name: string, key: string): void {
    this.#keys.set(name, key);
  }

  /** The name of the account that a request comes from; throws when it comes from none. */
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
