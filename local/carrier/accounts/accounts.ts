/** A customer of the carrier. */
export interface Account {
  /** AC and 32 hexadecimal digits. */
  readonly sid: string;
  /** The REST API's password, and the key of every signature of this account's calls. */
  authToken: string;
}

/** The carrier's customers. */
export class Accounts {
  /** The one that the carrier was started with. */
  readonly first: Account;
  readonly #bySid = new Map<string, Account>();

  constructor(first: Account) {
    this.first = first;
    this.#bySid.set(first.sid, first);
  }

  get(sid: string): Account | undefined {
    return this.#bySid.get(sid);
  }

  add(account: Account): void {
    this.#bySid.set(account.sid, account);
  }
}
