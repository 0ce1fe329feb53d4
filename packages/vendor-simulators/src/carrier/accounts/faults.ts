import { z } from 'zod';
import type { Account } from './accounts.ts';

/** Faults of the carrier on demand. */
export const faultsSchema = z.strictObject({
  /**
   * For every request to the REST API: `hang` never answers, `throttle` answers 429, `fail` 500, `lose-answer` cuts the
   * connection.
   */
  requests: z.enum(['none', 'hang', 'throttle', 'fail', 'lose-answer']).default('none'),
  /** `lose-answer` buys and cuts the connection, `fail-before` answers 500 and does not buy, `refuse` refuses. */
  purchase: z.enum(['none', 'refuse', 'fail-before', 'lose-answer']).default('none'),
  release: z.enum(['none', 'fail', 'lose-answer']).default('none'),
  /** Area codes without numbers for sale. */
  empty_area_codes: z.array(z.string().regex(/^\d{3}$/, 'must be three digits')).default(['999']),
});
export type Faults = z.infer<typeof faultsSchema>;

/** The faults of each account. */
export class FaultBook {
  #general: Faults = faultsSchema.parse({});
  readonly #special = new Map<Account, Faults>();

  of(account: Account): Faults {
    return this.#special.get(account) ?? this.#general;
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
