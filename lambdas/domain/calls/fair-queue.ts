/**
 * Work that is shared out by user: each user in turn, the first of each user's first. A user has at most so many pieces under way
 * while another user with fewer waits, so that one whose work takes long cannot have all hands.
 */
export class FairQueue<Work extends { readonly userId: string }> {
  readonly #waiting = new Map<string, Work[]>();
  readonly #underWay = new Map<string, number>();
  readonly #ofUser: number;
  readonly #waitingOfUser: number;

  /** `ofUser`: pieces of one user under way; `waitingOfUser`: pieces of one user that are taken in. */
  constructor({ ofUser, waitingOfUser }: { readonly ofUser: number; readonly waitingOfUser: number }) {
    this.#ofUser = ofUser;
    this.#waitingOfUser = waitingOfUser;
  }

  /** Takes work in; false when its user has as much as may wait. */
  add(work: Work): boolean {
    const own = this.#waiting.get(work.userId) ?? [];
    if (own.length >= this.#waitingOfUser) return false;
    own.push(work);
    this.#waiting.set(work.userId, own);
    return true;
  }

  /** The next piece, which is under way until `done` is told of it; undefined when none waits. */
  take(): Work | undefined {
    const users = [...this.#waiting.keys()];
    const userId = users.find((user) => this.#countOf(user) < this.#ofUser) ?? users[0];
    if (userId === undefined) return undefined;
    const [next, ...rest] = this.#waiting.get(userId) ?? [];
    // Behind the other users.
    this.#waiting.delete(userId);
    if (rest.length > 0) this.#waiting.set(userId, rest);
    this.#underWay.set(userId, this.#countOf(userId) + 1);
    return next;
  }

  /** A piece of this user's is not under way any more. */
  done({ userId }: Pick<Work, 'userId'>): void {
    const left = this.#countOf(userId) - 1;
    if (left > 0) this.#underWay.set(userId, left);
    else this.#underWay.delete(userId);
  }

  #countOf(userId: string): number {
    return this.#underWay.get(userId) ?? 0;
  }
}
