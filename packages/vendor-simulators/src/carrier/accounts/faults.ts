import { z } from 'zod';
import type { Account } from './accounts.ts';

/** Faults of the carrier on demand. */
export const faultsSchema = z.strictObject({
  /**
   * For every request to the REST API: `hang` never answers, `throttle` answers 429, `fail` 500, `lose-answer` cuts the
   * connection.
   */
  requests: z.enum(['none', 'hang', 'throttle', 'fail', 'lose-answer']).default('none'),
  /** Milliseconds that every answer of the REST API takes. */
  answer_ms: z.number().int().min(0).max(60_000).default(0),
  /** Concurrent requests to the REST API; further ones are answered with 429. @default no limit */
  concurrent_requests: z.number().int().min(1).optional(),
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
  /** Area codes without numbers for sale. */
  empty_area_codes: z.array(z.string().regex(/^\d{3}$/, 'must be three digits')).default(['999']),
});
export type Faults = z.infer<typeof faultsSchema>;

/** The faults of each account. */
export class FaultBook {
  #general: Faults = faultsSchema.parse({});
  readonly #special = new Map<Account, Faults>();
  readonly #underWay = new Map<Account, number>();

  of(account: Account): Faults {
    return this.#special.get(account) ?? this.#general;
  }

  /** Runs a request of an account. Returns `too many` without running it if the account has reached its limit. */
  async limit(account: Account, request: () => Promise<void>): Promise<'done' | 'too many'> {
    const underWay = this.#underWay.get(account) ?? 0;
    if (underWay >= (this.of(account).concurrent_requests ?? Number.POSITIVE_INFINITY)) return 'too many';
    this.#underWay.set(account, underWay + 1);
    try {
      await request();
      return 'done';
    } finally {
      this.#underWay.set(account, (this.#underWay.get(account) ?? 1) - 1);
    }
  }

  /** Replaces the faults of one account, or those of all accounts. */
  set(faults: Faults, account?: Account): void {
    if (account) {
      this.#special.set(account, faults);
    } else {
      this.#special.clear();
      this.#general = faults;
    }
  }
}
