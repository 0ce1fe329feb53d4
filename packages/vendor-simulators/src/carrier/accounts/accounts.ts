/** The states of an account, as the vendor names them: https://www.twilio.com/docs/iam/api/account */
export const accountStatuses = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** A customer of the carrier. */
export interface Account {
  /** AC and 32 hexadecimal digits. */
  readonly sid: string;
  /** The REST API's password, and the key of every signature for this account's calls. */
  authToken: string;
  /** Whether it may call only from its own numbers. */
  verifiesCallerId: boolean;
  status: AccountStatus;
  readonly createdAt: Date;
}

interface AccountOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** By default the carrier's setting. */
  readonly verifyCallerId?: boolean | undefined;
  /** @default active */
  readonly status?: AccountStatus | undefined;
}

/** The carrier's customers. */
export class Accounts {
  /** The account from the carrier's start. */
  readonly first: Account;
  readonly #bySid = new Map<string, Account>();
  readonly #verifiesCallerId: boolean;

  /** The options of the first account; its caller-ID check is the default of further ones. */
  constructor(first: AccountOptions) {
    this.#verifiesCallerId = first.verifyCallerId ?? false;
    this.first = this.put(first);
  }

  get(sid: string): Account | undefined {
    return this.#bySid.get(sid);
  }

  /** Opens or changes an account. */
  put({ accountSid: sid, authToken, verifyCallerId, status = 'active' }: AccountOptions): Account {
    const verifiesCallerId = verifyCallerId ?? this.#verifiesCallerId;
    const createdAt = new Date();
    const account = this.#bySid.get(sid) ?? { sid, authToken, verifiesCallerId, status, createdAt };
    Object.assign(account, { authToken, verifiesCallerId, status });
    this.#bySid.set(sid, account);
    return account;
  }
}
