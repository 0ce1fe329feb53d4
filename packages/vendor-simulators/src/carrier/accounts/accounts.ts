/** The states of an account, as the vendor names them: https://www.twilio.com/docs/iam/api/account */
export const accountStatuses = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export interface Account {
  /** AC and 32 hexadecimal digits. */
  readonly sid: string;
  authToken: string;
  /** A second password of the REST API, which signs nothing: https://www.twilio.com/docs/iam/api/authtoken */
  secondaryAuthToken: string | undefined;
  /** Whether it may call only from its own numbers. */
  verifiesCallerId: boolean;
  status: AccountStatus;
  readonly createdAt: Date;
}

interface AccountOptions {
  readonly accountSid: string;
  readonly authToken: string;
  /** @default none */
  readonly secondaryAuthToken?: string | undefined;
  /** By default the carrier's setting. */
  readonly verifyCallerId?: boolean | undefined;
  /** @default active */
  readonly status?: AccountStatus | undefined;
}

/** The carrier's customers. */
export class Accounts {
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

  put({
    accountSid: sid,
    authToken,
    verifyCallerId,
    status = 'active',
    ...options
  }: AccountOptions): Account {
    const verifiesCallerId = verifyCallerId ?? this.#verifiesCallerId;
    const { secondaryAuthToken } = options;
    const settings = { authToken, secondaryAuthToken, verifiesCallerId, status };
    const account = this.#bySid.get(sid) ?? { sid, createdAt: new Date(), ...settings };
    Object.assign(account, settings);
    this.#bySid.set(sid, account);
    return account;
  }
}
