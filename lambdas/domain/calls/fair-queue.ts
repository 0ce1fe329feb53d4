/**
 * Work that is shared out by user, round-robin; the work of one user is first in, first out. While other users wait,
 * one user has at most `ofUser` pieces under way, so slow work of one user cannot occupy all workers.
 */
export class FairQueue<Work extends { readonly userId: string }> {
  readonly #waiting = new Map<string, Work[]>();
  readonly #underWay = new Map<string, number>();
  readonly #ofUser: number;
  readonly #waitingOfUser: number;

  /** `ofUser`: pieces of one user under way; `waitingOfUser`: pieces of one user that may wait. */
  constructor({ ofUser, waitingOfUser }: { readonly ofUser: number; readonly waitingOfUser: number }) {
    this.#ofUser = ofUser;
    this.#waitingOfUser = waitingOfUser;
  }

  /** Adds work. Returns false if the queue of its user is full. */
  add(work: Work): boolean {
    const own = this.#waiting.get(work.userId) ?? [];
    if (own.length >= this.#waitingOfUser) return false;
    own.push(work);
    this.#waiting.set(work.userId, own);
    return true;
  }

  /** Removes the next piece; it is under way until `done`. Returns undefined if none is ready. */
  take(): Work | undefined {
    const users = [...this.#waiting.keys()];
    const userId = users.find((user) => this.#countOf(user) < this.#ofUser) ?? users[0];
    if (userId === undefined) return undefined;
    const [next, ...rest] = this.#waiting.get(userId) ?? [];
    // The user moves behind the others.
    this.#waiting.delete(userId);
    if (rest.length > 0) this.#waiting.set(userId, rest);
    this.#underWay.set(userId, this.#countOf(userId) + 1);
    return next;
  }

  /** Marks a piece of a user as done. */
  done({ userId }: Pick<Work, 'userId'>): void {
    const left = this.#countOf(userId) - 1;
    if (left > 0) this.#underWay.set(userId, left);
    else this.#underWay.delete(userId);
  }

  #countOf(userId: string): number {
    return this.#underWay.get(userId) ?? 0;
  }
}
