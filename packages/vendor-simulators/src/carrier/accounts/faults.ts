import { z } from 'zod';
import type { Account } from './accounts.ts';

/** Faults of the carrier on demand. */
export const faultsSchema = z.strictObject({
  /**
   * For every request to the REST API: `hang` never answers, `throttle` answers 429, `fail` 500, `lose-answer` cuts the
   * connection.
   */
  requests: z.enum(['none', 'hang', 'throttle', 'fail', 'lose-answer']).default('none'),
  /** `Retry-After` of a 429. @default 429 has none */
  retry_after_seconds: z.number().int().min(0).optional(),
  /**
   * `lose-answer` buys and cuts the connection, `fail-before` answers 500 and does not buy, `refuse` refuses, `taken`
   * refuses because another customer has just bought the number.
   */
  purchase: z.enum(['none', 'refuse', 'taken', 'fail-before', 'lose-answer']).default('none'),
  /** Whether the pricing API refuses the account's credentials. */
  prices: z.enum(['none', 'refuse']).default('none'),
  release: z.enum(['none', 'fail', 'lose-answer']).default('none'),
});
export type Faults = z.infer<typeof faultsSchema>;

/** The faults of each account. */
export class FaultBook {
  #general: Faults = faultsSchema.parse({});
  readonly #special = new Map<Account, Faults>();

  of(account: Account): Faults {
    return this.#special.get(account) ?? this.#general;
  }

  set(faults: Faults, account?: Account): void {
    if (account) {
      this.#special.set(account, faults);
    } else {
      this.#special.clear();
      this.#general = faults;
    }
  }
}
